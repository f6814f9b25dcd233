import { describe, expect, it } from 'vitest';
import type { FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { wayRows, type Carrier, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { independence, type Independence } from '#server/core/sign-in/ways/independence.ts';
import type { Way, WayId } from '#server/core/sign-in/ways/way.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { day } from '#server/platform/clock.ts';
import { countingWays, suspectedWays, windowOf, type Disowned, type Suspected } from './spent.ts';

const now = 1000 * day;
const windowFrom = windowOf({ now, createdAt: 0 });

function wayOf(name: string, kind: WayKind, rest: Partial<Way> = {}): Way {
  const addedAt = rest.addedAt ?? now - 100 * day;
  return {
    id: `${kind}:${name}`,
    kind,
    carriers: wayRows[kind].carriers,
    addedAt,
    vouchedBy: null,
    ownRootAt: addedAt,
    isSpent: false,
    ...rest,
  };
}

const on = (...carriers: readonly Carrier[]) => ({ carriers });

/** What an owner may have, each for a hundred days and for itself. */
const owners: readonly Way[] = [
  wayOf('own', 'phone'),
  wayOf('own', 'email'),
  wayOf('own', 'password'),
  wayOf('own', 'totp'),
  wayOf('own', 'recoveryCode'),
  wayOf('own', 'social'),
  wayOf('onPhone', 'passkey', on('phone')),
  wayOf('onKey', 'passkey', on('key')),
  wayOf('onComputer', 'browser', on('computer')),
  wayOf('onPhone', 'browser', on('phone')),
];

function knownOf(all: readonly Way[]): AccountWays {
  return { own: all, known: new Map(all.map((way) => [way.id, way] as const)), now };
}

interface Theft {
  readonly name: string;
  /** What the thief shows on the way back. */
  readonly holds: (way: Way) => boolean;
  readonly why?: FreezeReason;
  /** What the owner disowns: ways that were used. */
  readonly used?: readonly WayId[];
  readonly browser?: string;
}

const thefts: readonly Theft[] = [
  { name: 'the password', holds: ({ kind }) => kind === 'password', used: ['password:own'] },
  { name: 'the number', holds: ({ kind }) => kind === 'phone', used: ['phone:own'] },
  { name: 'the number, as its owner says', holds: ({ kind }) => kind === 'phone', why: 'number' },
  { name: 'the mailbox', holds: ({ kind }) => kind === 'email', used: ['email:own'] },
  { name: 'the social account', holds: ({ kind }) => kind === 'social', used: ['social:own'] },
  { name: 'the paper', holds: ({ kind }) => kind === 'recoveryCode', used: ['recoveryCode:own'] },
  { name: 'the phone', holds: ({ carriers }) => carriers.includes('phone'), why: 'phone' },
  { name: 'the computer', holds: ({ carriers }) => carriers.includes('computer'), why: 'computer' },
  {
    name: 'an open browser',
    holds: ({ id, kind }) => id === 'browser:onComputer' || kind === 'password',
    used: ['password:own'],
    browser: 'onComputer',
  },
];

const disowned = ({ used = [], browser = '' }: Theft): Disowned => ({ event: 'newBrowser', at: now, ways: used, browser });

/** All sets of a list. */
function setsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((__, index) => (bits & (1 << index)) !== 0));
}

interface Rules {
  readonly spends: boolean;
  readonly window: boolean;
}

/** What the thief is worth on the way back, by what is shown together; the thief has added two ways of their own. */
function thiefGets(has: readonly Way[], theft: Theft, rules: Rules): Independence {
  const holds = has.filter(theft.holds);
  const since = { addedAt: now - day, carriers: ['key'] } as const;
  const vouched = holds.slice(0, 1).map((by) => wayOf('thief', 'phone', { ...since, vouchedBy: by.id, ownRootAt: now + 44 * day }));
  // As in the first days of an account, when what is added stands for itself.
  const added = [...vouched, wayOf('thief', 'totp', since)];
  const all = knownOf([...has, ...added]);
  const none: Suspected = { spent: [], named: [] };
  const suspected = rules.spends ? suspectedWays(all, { disowned: disowned(theft), why: theft.why ?? 'unknown', windowFrom }) : none;
  const judged = countingWays(all, { ...suspected, windowFrom: rules.window ? windowFrom : Infinity });
  return independence(
    [...holds, ...added].map(({ id }) => judged.known.get(id) ?? wayOf('none', 'email')),
    judged,
  );
}

const sets = setsOf(owners);

describe('the way back into a frozen account', () => {
  it.each(thefts)('is not at once for a thief with $name, whatever the account has', (theft) => {
    const won = sets.filter((has) => thiefGets(has, theft, { spends: true, window: true }) === 'independent');
    expect(won).toEqual([]);
  });

  it.each(thefts)('gives a thief with $name no claim by what was used or taken alone', (theft) => {
    const judged = (has: readonly Way[]) => thiefGets(has, theft, { spends: true, window: true });
    const before = (has: readonly Way[]) => thiefGets(has, theft, { spends: false, window: false });
    const order: readonly Independence[] = ['none', 'single', 'shared', 'independent'];
    for (const has of sets) expect(order.indexOf(judged(has))).toBeLessThanOrEqual(order.indexOf(before(has)));
    if (theft.used !== undefined) expect(judged(owners.filter(({ id }) => theft.used?.includes(id)))).toBe('none');
  });

  it.each<[string, Rules]>([
    ['spent ways', { spends: false, window: true }],
    ['the window', { spends: true, window: false }],
  ])('needs the rule of %s: without it thieves get more', (_, rules) => {
    const order: readonly Independence[] = ['none', 'single', 'shared', 'independent'];
    const more = thefts.flatMap((theft) =>
      sets.filter(
        (has) => order.indexOf(thiefGets(has, theft, rules)) > order.indexOf(thiefGets(has, theft, { spends: true, window: true })),
      ),
    );
    expect(more.length).toBeGreaterThan(0);
  });

  it.each<[FreezeReason, readonly string[]]>([
    ['unknown', []],
    ['password', ['password:own']],
    ['number', ['phone:own']],
    ['phone', ['browser:onPhone', 'passkey:onPhone', 'phone:own', 'totp:own']],
    ['computer', ['browser:onComputer', 'password:own', 'social:own']],
  ])('takes away what goes with %s, and nothing else', (why, gone) => {
    const { spent, named } = suspectedWays(knownOf(owners), { disowned: undefined, why, windowFrom });
    expect([[...named].toSorted(), spent]).toEqual([gone, []]);
  });

  it('counts what an answer names one step less: who froze may have lied', () => {
    const [phone, email, password] = [wayOf('own', 'phone'), wayOf('own', 'email'), wayOf('own', 'password')];
    const all = knownOf([phone, email, password, wayOf('own', 'totp')]);
    const worth = (why: FreezeReason, shown: readonly Way[]) => {
      const judged = countingWays(all, { ...suspectedWays(all, { disowned: undefined, why, windowFrom }), windowFrom });
      return independence(
        shown.map(({ id }) => judged.known.get(id) ?? phone),
        judged,
      );
    };
    expect(worth('unknown', [phone, password])).toBe('independent');
    expect(worth('phone', [phone, password])).toBe('shared');
    expect(worth('phone', [phone])).toBe('none');
    expect(worth('phone', [phone, email])).toBe('single');
    expect(worth('phone', [phone, wayOf('own', 'totp')])).toBe('single');
    expect(worth('computer', [phone, password])).toBe('shared');
  });

  it('spends what a way of the window was added with, and a browser of before the window with the password', () => {
    const added = wayOf('new', 'password', { addedAt: now - day, vouchedBy: 'phone:own', ownRootAt: now + 44 * day });
    const strange = wayOf('thief', 'browser', { addedAt: now - day, vouchedBy: 'email:own' });
    const all = knownOf([...owners, added, strange]);
    const spentBy = (of: Partial<Disowned>) =>
      [
        ...suspectedWays(all, { disowned: { event: '', at: now, ways: [], browser: '', ...of }, why: 'unknown', windowFrom }).spent,
      ].toSorted();
    expect(spentBy({ ways: ['password:new'] })).toEqual(['password:new', 'phone:own']);
    expect(spentBy({ browser: 'thief' })).toEqual([]);
    expect(spentBy({ browser: 'onComputer' })).toEqual(['browser:onComputer', 'password:new', 'password:own', 'phone:own']);
  });

  it('has a window of seven days, back to the disowned event, never beyond 45 days nor what the account was made with', () => {
    expect(windowOf({ now, createdAt: 0 })).toBe(now - 7 * day);
    expect(windowOf({ now, createdAt: 0, disownedAt: now - 20 * day })).toBe(now - 20 * day);
    expect(windowOf({ now, createdAt: 0, disownedAt: now - 80 * day })).toBe(now - 45 * day);
    expect(windowOf({ now, createdAt: now - 2 * day })).toBeGreaterThan(now - 2 * day);
  });
});
