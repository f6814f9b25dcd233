import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acrValues } from '#contract/sign-in/two-step/second-step.words.ts';
import { assuranceOf, raisedAssurance, type ShownWay } from './assurance.ts';

const ways = {
  password: { id: 'password:1' },
  phone: { id: 'phone:1' },
  email: { id: 'email:1' },
  social: { id: 'social:1' },
  totp: { id: 'totp:1' },
  recoveryCode: { id: 'recoveryCode:1' },
  synced: { id: 'passkey:1' },
  bound: { id: 'passkey:2', isBound: true },
} as const satisfies Readonly<Record<string, ShownWay>>;

type Name = keyof typeof ways;

/** First and second steps, with the level and the words that an app gets. */
const matrix: readonly (readonly [steps: readonly Name[], acr: string, amr: readonly string[]])[] = [
  [['password'], '1', ['pwd']],
  [['phone'], '1', ['sms']],
  [['email'], '1', []],
  [['social'], '1', []],
  [['password', 'totp'], '2', ['pwd', 'otp', 'mfa']],
  [['password', 'recoveryCode'], '2', ['pwd', 'otp', 'mfa']],
  [['password', 'phone'], '2', ['pwd', 'sms', 'mfa']],
  [['password', 'email'], '2', ['pwd', 'mfa']],
  [['phone', 'email'], '2', ['sms', 'mfa']],
  [['phone', 'totp'], '2', ['sms', 'otp', 'mfa']],
  [['social', 'totp'], '2', ['otp', 'mfa']],
  [['email', 'recoveryCode'], '2', ['otp', 'mfa']],
  [['synced'], 'phr', ['swk', 'user', 'pop', 'mfa']],
  [['bound'], 'phrh', ['hwk', 'user', 'pop', 'mfa']],
  [['password', 'synced'], 'phr', ['pwd', 'swk', 'user', 'pop', 'mfa']],
  [['social', 'bound'], 'phrh', ['hwk', 'user', 'pop', 'mfa']],
];

describe('a session', () => {
  it.each(matrix)('that was opened by %s has the level %s', (steps, acr, amr) => {
    const shown = steps.map((step) => ways[step]);
    expect(assuranceOf(shown, 7)).toEqual({ authAt: 7, acr, amr, ways: shown.map(({ id }) => id) });
  });

  it('that is opened by one family twice has one step', () => {
    expect(assuranceOf([{ id: 'password:1' }, { id: 'password:2' }], 7).acr).toBe('1');
  });

  const some = fc.subarray(Object.values(ways).map((way): ShownWay => way));

  it('never falls by a proof in it, and grows by nothing but ways that were shown', () => {
    const rank = (acr: string) => acrValues.findIndex((each) => each === acr);
    fc.assert(
      fc.property(some, some, (first, then) => {
        const before = assuranceOf(first, 1);
        const after = raisedAssurance(before, then, 2);
        expect(rank(after.acr)).toBeGreaterThanOrEqual(rank(before.acr));
        expect(after.amr).toEqual(expect.arrayContaining([...before.amr]));
        expect(raisedAssurance(before, [], 2)).toEqual({ ...before, authAt: 2 });
      }),
    );
  });
});
