/// <reference types="vite/types/importMeta.d.ts" />
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountKind, normalizeAccount } from './account.ts';
import { localRules } from './all.ts';
import { normalizeCode, pastedCode } from './code.ts';
import { normalizeEmail } from './email.ts';
import { nicknameRules, normalizeNickname } from './nickname.ts';
import { normalizePhone } from './phone.ts';
import { remoteRules } from './remote.ts';
import { codePoints, firstFailing, type RuleContext } from './rule.ts';
import { normalizeUsername } from './username.ts';
import { eachItem } from '#contract/account/profile/items.ts';
import { allEndpoints } from '#contract/all.ts';
import { digits, fullWidth, otherCode, someCode } from '#contract/fixtures/codes.ts';
import { code, emailCode, smsCode } from '#contract/fixtures/rules/code.ts';
import { limits } from '#contract/limits.ts';

interface Fixture {
  readonly valid: readonly { readonly value: string; readonly context?: RuleContext | undefined }[];
  readonly invalid: readonly { readonly value: string; readonly context?: RuleContext | undefined; readonly rule: string }[];
  readonly normalize?: readonly { readonly given: string; readonly expected: string }[];
}

/** A free text of at most this number of code points. */
function upTo(length: number): Fixture {
  return {
    valid: ['', '好'.repeat(length), '😀'.repeat(length)].map((value) => ({ value })),
    invalid: ['好'.repeat(length + 1), '😀'.repeat(length + 1)].map((value) => ({ value, rule: 'max' })),
  };
}

const year: Fixture = {
  valid: ['', '1900', '2026', '2099'].map((value) => ({ value })),
  invalid: ['1899', '2100', '26', '20267', 'abcd'].map((value) => ({ value, rule: 'regex' })),
};

const normalizers: Readonly<Record<string, (value: string) => string>> = {
  username: normalizeUsername,
  email: normalizeEmail,
  phone: normalizePhone,
  account: normalizeAccount,
  code: normalizeCode,
  nickname: normalizeNickname,
};

const chosen: Fixture = { valid: [], invalid: [] };

/** The examples of a field: the file of its name. */
const files = import.meta.glob<Fixture>('../fixtures/rules/*.json', { eager: true, import: 'default' });

function fixtureOf(field: string): Fixture {
  const fixture = files[`../fixtures/rules/${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`];
  if (fixture === undefined) throw new Error(`The rules of ${field} have no examples in src/contract/fixtures/rules.`);
  return fixture;
}

/** Fields whose examples are made, or those of another one. */
const made: Readonly<Record<string, Fixture>> = {
  ...eachItem({
    text: (_item, { max }) => upTo(max),
    year: () => year,
    date: () => fixtureOf('birthday'),
    choice: () => chosen,
    code: () => chosen,
  }),
  profile: fixtureOf('profile'),
  oldPassword: fixtureOf('password'),
  code,
  smsCode,
  emailCode,
};

const fields = Object.entries(localRules).map(([field, rules]) => [field, made[field] ?? fixtureOf(field), rules] as const);

it('every list of the folder is found', () => {
  expect(fields.length).toBeGreaterThan(20);
});

describe.each(fields)('the rules of %s', (field, fixture, rules) => {
  it.each(fixture.valid)('accept $value', ({ value, context }) => {
    expect(firstFailing(rules, value, context)).toBeUndefined();
  });

  it.each(fixture.invalid)('refuse $value by $rule', ({ value, context, rule }) => {
    expect(firstFailing(rules, value, context)).toBe(rule);
  });

  it.each(fixture.normalize ?? [])('normalize $given to $expected', ({ given, expected }) => {
    expect(normalizers[field]?.(given)).toBe(expected);
  });

  it('return a name of their list for any text, and never throw', () => {
    const names = [undefined, ...rules.map((rule) => rule.name)];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(names).toContain(firstFailing(rules, value));
      }),
    );
  });
});

describe('normalization', () => {
  it('does not change a valid phone', () => {
    const phones = fc.stringMatching(/^1[3-9]\d{9}$/);
    fc.assert(
      fc.property(phones, (value) => {
        expect(normalizePhone(value)).toBe(value);
        expect(normalizePhone(`+86 ${value}`)).toBe(value);
      }),
    );
  });

  it('is idempotent for a username, an email or a nickname', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        for (const normalize of [normalizeUsername, normalizeEmail, normalizeNickname, normalizeCode]) {
          expect(normalize(normalize(value))).toBe(normalize(value));
        }
      }),
    );
  });
});

describe('a nickname', () => {
  it('with unpaired surrogates is refused', () => {
    expect(firstFailing(nicknameRules, 'a\ud800')).toBe('regex');
    expect(firstFailing(nicknameRules, '\udc00a')).toBe('regex');
  });

  it.each(['小', '😀'])('may be as long as its limit in %s, and no longer', (sign) => {
    expect(firstFailing(nicknameRules, sign.repeat(limits.nicknameMax))).toBeUndefined();
    expect(firstFailing(nicknameRules, sign.repeat(limits.nicknameMax + 1))).toBe('max');
  });
});

describe('a pasted code', () => {
  it.each([
    [someCode, someCode],
    [`Your code is ${someCode}.`, someCode],
    [`验证码 ${fullWidth(someCode)}，10 分钟内有效`, someCode],
    [`@id.example.com #${otherCode(someCode)}`, otherCode(someCode)],
    [digits(limits.codeDigits + 2), someCode],
    [`${someCode.slice(0, 3)} ${someCode.slice(3)}`, someCode],
    ['12', '12'],
  ])('%s becomes %s', (given, expected) => {
    expect(pastedCode(given)).toBe(expected);
  });
});

describe('lengths', () => {
  it('are counted in code points', () => {
    expect(codePoints('a😀好')).toBe(3);
  });
});

describe('an identifier', () => {
  it.each([
    ['li@example.com', 'email'],
    ['13800138000', 'phone'],
    ['liming', 'username'],
  ] as const)('%s is of kind %s', (value, kind) => {
    expect(accountKind(value)).toBe(kind);
  });
});

describe('a remote rule', () => {
  it.each(Object.entries(remoteRules))('%s uses a call of the contract', (_name, rule) => {
    expect({ ...allEndpoints.checks, ...allEndpoints.deletion }).toHaveProperty(rule.call);
  });
});
