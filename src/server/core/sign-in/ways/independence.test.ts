import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { day } from '#server/platform/clock.ts';
import { hasOtherRoot } from './decisions.ts';
import { independence, independences, type Independence } from './independence.ts';
import { longPeriodMs, standingOf, type Way, type WayId } from './way.ts';

const now = 1000 * day;

function way(kind: WayKind, changes: Partial<Way> = {}): Way {
  const { carriers } = wayRows[kind];
  return { id: `${kind}:1`, kind, state: 'current', carriers, addedAt: 0, vouchedBy: null, ownRootAt: 0, isSuspect: false, ...changes };
}

/** A way that was added a day ago with another one. */
function vouched(kind: WayKind, by: Way, changes: Partial<Way> = {}): Way {
  const addedAt = now - day;
  return way(kind, { id: `${kind}:2`, vouchedBy: by.id, addedAt, ownRootAt: addedAt + longPeriodMs, ...changes });
}

function together(...shown: readonly Way[]): Independence {
  return judge(shown, shown);
}

function judge(shown: readonly Way[], all: readonly Way[]): Independence {
  return independence(shown, { known: new Map(all.map((each) => [each.id, each] as const)), now });
}

describe('ways that are shown together', () => {
  it.each([
    ['password and SMS', [way('password'), way('phone')], 'independent'],
    ['SMS and recovery code', [way('phone'), way('recoveryCode')], 'independent'],
    ['SMS and authenticator app', [way('phone'), way('totp')], 'shared'],
    ['password and email', [way('password'), way('email')], 'shared'],
    ['a password and a passkey made on that computer', [way('password'), way('passkey', { carriers: ['phone', 'computer'] })], 'shared'],
    ['SMS', [way('phone')], 'single'],
    ['an unlocked laptop with its social account', [way('social'), way('password')], 'shared'],
    ['a password', [way('password')], 'weak'],
    ['a social account', [way('social')], 'weak'],
    ['nothing', [], 'none'],
  ] as const)('%s', (_name, shown, answer) => {
    expect(together(...shown)).toBe(answer);
  });

  it('do not count where a copy may be in use, nor what stands for them', () => {
    const passkey = way('passkey', { isSuspect: true });
    expect(together(way('password'), passkey)).toBe('weak');
    expect(together(passkey, vouched('recoveryCode', passkey))).toBe('none');
  });

  it('are one while one stands for the other, and two when the long period is over', () => {
    const password = way('password');
    const phone = vouched('phone', password);
    expect(together(password, phone)).toBe('weak');
    expect(together(password, { ...phone, ownRootAt: now })).toBe('independent');
  });
});

describe('a way that stands for another', () => {
  it('is as strong as the weakest of those behind it, also when one is gone', () => {
    const email = way('email');
    const phone = vouched('phone', email);
    const password = vouched('password', phone);
    const all = [email, phone, password];
    const known = new Map(all.map((each) => [each.id, each] as const));
    expect(standingOf(password, known, now)).toMatchObject({ root: email.id, strength: 1 });
    known.delete(email.id);
    expect(standingOf(password, known, now)).toMatchObject({ root: email.id, strength: 1 });
  });

  it('ends at a way, even where two stand for each other', () => {
    const password: Way = vouched('password', { ...way('email'), id: 'email:2' });
    const email: Way = vouched('email', { ...way('password'), id: 'password:2' });
    const known = new Map<WayId, Way>([
      ['password:2', password],
      ['email:2', email],
    ]);
    expect(standingOf(password, known, now)).toMatchObject({ root: 'email:2', strength: 1 });
  });
});

/** W-1. */
describe('independence', () => {
  const kinds = Object.keys(wayRows) as WayKind[];
  const carrierSets = fc.subarray(['phone', 'computer', 'paper'] as const, { minLength: 1 });
  const someWays = fc
    .tuple(fc.subarray(kinds), fc.array(carrierSets, { minLength: 8, maxLength: 8 }))
    .map(([chosen, carriers]) =>
      chosen.map((kind, index) => (kind === 'passkey' ? way(kind, { carriers: carriers[index] ?? ['computer'] }) : way(kind))),
    );
  const rank = (answer: Independence) => independences.indexOf(answer);

  it('is blind to the order, and never falls with one way more', () => {
    fc.assert(
      fc.property(someWays, fc.constantFrom(...kinds), (ways, kind) => {
        expect(together(...ways.toReversed())).toBe(together(...ways));
        expect(rank(together(...ways, way(kind, { id: `${kind}:3` })))).toBeGreaterThanOrEqual(rank(together(...ways)));
      }),
      { numRuns: 2000 },
    );
  });

  it('never rises by ways that were added with one of those', () => {
    const additions = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(20)), { maxLength: 3 });
    fc.assert(
      fc.property(someWays, additions, (ways, added) => {
        const all = [...ways];
        for (const [index, [kind, pick]] of added.entries()) {
          const by = all[pick % Math.max(1, all.length)];
          if (by) all.push(vouched(kind, by, { id: `${kind}:${10 + index}` }));
        }
        expect(rank(judge(all, all))).toBe(rank(judge(ways, all)));
      }),
      { numRuns: 5000 },
    );
  });
});

it('a way that proves nothing yet leaves every root to be shown', () => {
  const [silent, phone] = [way('passkey', { isSuspect: true }), way('phone')];
  const known = new Map([silent, phone].map((each) => [each.id, each] as const));
  expect(hasOtherRoot({ shown: [silent], possible: [silent, phone], known, now })).toBe(true);
});
