import { describe, expect, it } from 'vitest';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { keyOf, ownerId, Thief, type State, type World } from '#server/testing/lives/ways-model.ts';
import { productRules, type Rules } from '#server/testing/lives/ways-rules.ts';
import { mayStop } from './decisions.ts';
import { independence, independences, type Independence } from './independence.ts';
import type { Way } from './way.ts';

/**
 * Every life of a small world, breadth first: an owner with up to five ways, and a thief who holds one thing for 30 days
 * and does all that the rules let him do, in every order. Within 45 days no date matters but those of claims and looks.
 */

const kinds = Object.keys(wayRows) as WayKind[];

/** Sets of three to five ways with a phone or an email. */
const sets: readonly (readonly WayKind[])[] = kinds
  .reduce<readonly (readonly WayKind[])[]>((all, kind) => [...all, ...all.map((set) => [...set, kind])], [[]])
  .filter((set) => set.length >= 3 && set.length <= 5 && (set.includes('phone') || set.includes('email')));

/** What a thief takes: one thing, or an unlocked laptop that fills in the password. */
const thefts: readonly { readonly stolen: readonly WayKind[]; readonly hasSession: boolean }[] = [
  ...(['password', 'phone', 'email', 'social', 'passkey', 'recoveryCode'] as const).map((kind) => ({ stolen: [kind], hasSession: false })),
  { stolen: ['password', 'browser'], hasSession: true },
];

const worlds: readonly World[] = sets
  .flatMap((set) =>
    thefts
      .filter(({ stolen }) => stolen.every((kind) => set.includes(kind)))
      .flatMap((theft) => [true, false].map((isProtected): World => ({ kinds: set, ...theft, isProtected }))),
  )
  // The strongest thefts first: the sooner does a control fail.
  .toSorted((one, other) => other.stolen.length - one.stolen.length);

/** What a thief gets who holds an open session alone, a locked device, or a code that he saw its owner type. */
const lesserWorlds: readonly World[] = sets
  .filter(({ length }) => length <= 4)
  .flatMap((set): readonly World[] => [
    ...(set.includes('browser')
      ? [true, false].map((isProtected): World => ({ kinds: set, stolen: ['browser'], hasSession: true, isProtected }))
      : []),
    ...(set.includes('passkey')
      ? [{ kinds: set, stolen: ['passkey'] as const, hasSession: false, isProtected: true, isLocked: true }]
      : []),
    ...(set.includes('totp') && set.includes('password')
      ? [{ kinds: set, stolen: ['password'] as const, seen: ['totp'] as const, hasSession: false, isProtected: true }]
      : []),
  ]);

const smallWorlds = worlds.filter(({ kinds: { length } }) => length === 3);

const protectedWorlds = worlds.filter(({ isProtected }) => isProtected);

/** Thieves of one carrier: everything on it, and an open session. */
const carrierWorlds: readonly World[] = sets
  .filter(({ length }) => length === 3)
  .flatMap((set) =>
    (['phone', 'computer', 'paper'] as const).flatMap((carrier) => {
      const stolen = set.filter((kind) => (wayRows[kind].carriers as readonly string[]).includes(carrier));
      return stolen.length === 0 ? [] : [true, false].map((isProtected): World => ({ kinds: set, stolen, hasSession: true, isProtected }));
    }),
  );

interface Look {
  readonly every: number;
  readonly keeps: WayKind;
}

/** What a claim says of a state: undefined while it holds. */
type Promised = (state: State) => string | undefined;

/** The claim in a world; undefined where it says nothing of that world. */
type PromiseOf = (thief: Thief) => Promised | undefined;

interface Found {
  taken: number;
  broken?: string;
}

/** Visits every state of a world; stops at the first one that breaks a promise. */
function explore(thief: Thief, promises: readonly Promised[], look?: Look): Found {
  const seen = new Set<string>();
  const waiting = [thief.start];
  let taken = 0;
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const promise of promises) {
      const broken = promise(state);
      if (broken !== undefined) return { taken, broken: `${broken}: ${JSON.stringify(thief.world)} ${keyOf(state)}` };
    }
    for (const next of [...thief.acts(state), ...(look ? [thief.later(state, look)] : [])]) {
      taken += 1;
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(next);
    }
  }
  return { taken };
}

/** Explores worlds until one breaks a promise. */
function exploreAll(
  among: readonly World[],
  rules: Rules,
  { promises, lookOf }: { readonly promises: readonly PromiseOf[]; readonly lookOf?: (thief: Thief) => Look | undefined },
): Found {
  let taken = 0;
  for (const world of among) {
    const thief = new Thief(world, rules, { waits: lookOf !== undefined });
    const look = lookOf?.(thief);
    const given = promises.flatMap((promiseOf) => promiseOf(thief) ?? []);
    if (given.length === 0 || (lookOf && look === undefined)) continue;
    const found = explore(thief, given, look);
    taken += found.taken;
    if (found.broken !== undefined) return { taken, broken: found.broken };
  }
  return { taken };
}

/** A: once the thief has lost it, the owner is in at once, and nothing that the thief made is left. */
const endsWithOwner: PromiseOf = (thief) => {
  const { start } = thief;
  if (thief.together(thief.ownersOwn(start), start) !== 'independent') return undefined;
  return (state) => {
    if (thief.together(thief.held(state, ['stands', 'former']), state) === 'independent') return 'the thief shows two';
    const shown = thief.ownersOwn(state);
    if (thief.together(shown, state) !== 'independent') return 'the owner is out';
    return thief.afterRecovery(state, shown).length > 0 ? 'a way of the thief is left' : undefined;
  };
};

/** A′: on a protected account what is stolen opens no session, unless a claim ran undisputed: it sets a password. */
const opensNothing: PromiseOf = ({ world: { isProtected, hasSession, stolen, isLocked = false } }) =>
  !isProtected || hasSession || (stolen.includes('passkey') && !isLocked)
    ? undefined
    : (state) => (state.hasSession && state.added.every((each) => each === null) ? 'a session' : undefined);

/** B: an owner with two independent ways beside the stolen one is in at each look, whatever the thief did before it. */
const isInAtEachLook: PromiseOf = (thief) => {
  const { start, world } = thief;
  if (thief.together(thief.ownersOwn(start, world.stolen), start) !== 'independent') return undefined;
  return (state) => {
    const shown = thief.ownersOwn(state, world.stolen);
    if (thief.together(shown, state) !== 'independent') return 'the owner is out';
    return thief.afterRecovery(state, shown).length > 0 ? 'a way of the thief is left' : undefined;
  };
};

/** The way that an owner keeps, if it and the stolen one are independent and it may open claims. */
function keptWay(thief: Thief): WayKind | undefined {
  const { start, world } = thief;
  return world.kinds.find((kind) => {
    if (world.stolen.includes(kind) || !wayRows[kind].opensClaims) return false;
    const two = thief.ownersOwn(start).filter((way) => way.kind === kind || world.stolen.includes(way.kind));
    return thief.together(two, start) === 'independent';
  });
}

/** C: an owner who keeps one way, and gets the stolen one back, has the account at once, even without a look. */
const isBackAtOnce: PromiseOf = (thief) => {
  const keeps = keptWay(thief);
  if (keeps === undefined) return undefined;
  return (state) => {
    const two = thief.ownersOwn(state).filter(({ kind }) => kind === keeps || thief.world.stolen.includes(kind));
    return thief.together(two, state) === 'independent' ? undefined : 'the owner is out';
  };
};

/**
 * D: against an owner who looks every two days, no claim of a thief completes but for the very way that the owner keeps:
 * then its notice is not enough to stop it, and it goes on proving as a former way.
 */
const losesNothing: PromiseOf = (thief) => {
  const { kinds: own, stolen, isProtected } = thief.world;
  const keeps = keptWay(thief);
  if (!isProtected) return undefined;
  // With the old password, a thief may set another one: it is stolen already.
  const isSafe = (index: number) => own[index] !== keeps && !stolen.some((kind) => kind === own[index]);
  return ({ owner }) => (owner.some((fate, index) => fate !== 'stands' && isSafe(index)) ? 'something went' : undefined);
};

function everyTwoDays(thief: Thief): Look | undefined {
  const keeps = keptWay(thief);
  return keeps && { every: 4, keeps };
}

/** A claim that nobody stopped takes nothing away: it sets a password, and its session adds. */
const claimTakesNothing: PromiseOf = ({ world: { isProtected, hasSession, stolen, kinds: own } }) =>
  !isProtected || hasSession || stolen.includes('passkey')
    ? undefined
    : ({ owner }) => (owner.some((fate, index) => fate !== 'stands' && own[index] !== 'password') ? 'a claim took something' : undefined);

/** Ways that a thief adds never open more than what he stole: a password, a social account and a browser open nothing. */
const isNeverRaised: PromiseOf = (thief) => {
  const before = independences.indexOf(thief.together(thief.held(thief.start), thief.start) as Independence);
  return (state) => {
    const together = thief.together(thief.held(state), state) as Independence;
    return independences.indexOf(together) > before ? `${together} by what he added` : undefined;
  };
};

/** E: a thief with one carrier is not back at once. */
const isNotBackAtOnce: PromiseOf = (thief) => (state) =>
  thief.together(thief.held(state, ['stands', 'former']), state) === 'independent' ? 'back at once' : undefined;

/** E: nor by waiting, once the freeze has made spent what was stolen. */
function opensNothingSpent(rules: Rules): PromiseOf {
  return (thief) => {
    const judged = new Map<string, string>();
    const spent = (way: Way): Way => ({ ...way, isSpent: thief.world.stolen.map(ownerId).includes(way.id) });
    return (state) => {
      const key = `${state.owner.join()} ${state.added.join()} ${state.hasSession}`;
      let together = judged.get(key);
      if (together === undefined) {
        const { known, now } = thief.known(state);
        const all = new Map([...known].map(([id, way]) => [id, spent(way)] as const));
        judged.set(key, (together = rules.independence(thief.held(state).map(spent), { known: all, now })));
      }
      return together === 'none' ? undefined : `a spent way is ${together}`;
    };
  };
}

const claims = (rules: Rules) =>
  ({
    'A, B and C': () =>
      exploreAll(worlds, rules, { promises: [endsWithOwner, opensNothing, isInAtEachLook, isBackAtOnce, opensNothingSpent(rules)] }),
    'A, in a session or with what is locked or seen': () =>
      exploreAll(lesserWorlds, rules, { promises: [endsWithOwner, opensNothing, isInAtEachLook, isNeverRaised] }),
    'W-1': () => exploreAll(smallWorlds, rules, { promises: [isNeverRaised, claimTakesNothing] }),
    D: () => exploreAll(protectedWorlds, rules, { promises: [losesNothing], lookOf: everyTwoDays }),
    E: () => exploreAll(carrierWorlds, rules, { promises: [isNotBackAtOnce] }),
  }) as const;

type Claim = keyof ReturnType<typeof claims>;

const names = Object.keys(claims(productRules)) as Claim[];

let transitions = 0;

describe('a thief, against every rule', () => {
  // Millions of states, one after the other: a busy machine takes minutes.
  it.each(names)('cannot break claim %s', { timeout: 300_000 }, (name) => {
    const { taken, broken } = claims(productRules)[name]();
    transitions += taken;
    expect(broken).toBeUndefined();
  });

  it('had a million transitions and more', () => {
    expect(transitions).toBeGreaterThanOrEqual(1_000_000);
  });
});

/** Rules whose `independence` sees other ways. */
function seeing(change: (way: Way) => Way, ofKnown = change): Rules {
  return {
    ...productRules,
    independence: (shown, { known, now }) =>
      independence(shown.map(change), { known: new Map([...known].map(([id, way]) => [id, ofKnown(way)] as const)), now }),
  };
}

/** Looks at what is shown, not at what it stands for. */
const byKindAlone: Rules['independence'] = (shown, known) => {
  const together = independence(shown, known);
  return together === 'none' && shown.some(({ kind }) => wayRows[kind].opensClaims) ? 'single' : together;
};

const controls: Readonly<Record<string, { readonly rules: Rules; readonly breaks: Claim }>> = {
  'the lineage of added ways': { rules: seeing((way) => ({ ...way, vouchedBy: null })), breaks: 'A, B and C' },
  'the carriers': { rules: seeing((way) => ({ ...way, carriers: [] })), breaks: 'E' },
  'the carriers that an added way inherits': {
    rules: seeing(
      (way) => way,
      (way) => ({ ...way, carriers: [] }),
    ),
    breaks: 'A, B and C',
  },
  'two ways for a removal': {
    rules: {
      ...productRules,
      mayAct: (weight, evidence) => productRules.mayAct({ ...weight, onProtected: 'one' }, evidence),
    },
    breaks: 'D',
  },
  'former ways': { rules: { ...productRules, becomesFormer: () => false }, breaks: 'A, B and C' },
  'the clean-up of a recovery': { rules: { ...productRules, isUnticked: () => false }, breaks: 'A, B and C' },
  'the end of known browsers': { rules: { ...productRules, endsBrowsers: false }, breaks: 'A, B and C' },
  'the second step after a social account': { rules: { ...productRules, gatesSocial: false }, breaks: 'A, B and C' },
  'notices of claims': { rules: { ...productRules, tellsOwner: false }, breaks: 'D' },
  'stops by another root': { rules: { ...productRules, mayStop: () => false }, breaks: 'D' },
  'the root of a way that opens a claim': { rules: { ...productRules, independence: byKindAlone }, breaks: 'W-1' },
  'notices to former ways': { rules: { ...productRules, tellsFormer: false }, breaks: 'D' },
  'sessions of claims that only add': { rules: { ...productRules, limitsClaims: false }, breaks: 'W-1' },
  'the second step after a link': { rules: { ...productRules, gatesLinks: false }, breaks: 'A, B and C' },
  'browsers that stand for what opened them': { rules: { ...productRules, browsersStand: false }, breaks: 'A, B and C' },
  'the lock of a passkey': {
    rules: { ...productRules, asksLock: false },
    breaks: 'A, in a session or with what is locked or seen',
  },
  'codes that work once': {
    rules: { ...productRules, spendsCodes: false },
    breaks: 'A, in a session or with what is locked or seen',
  },
  'the password of a passkey without a dialog': {
    rules: { ...productRules, upgradesByPassword: false },
    breaks: 'A, in a session or with what is locked or seen',
  },
  'spent ways': { rules: seeing((way) => ({ ...way, isSpent: false })), breaks: 'A, B and C' },
};

describe('without one rule', () => {
  it.each(Object.keys(controls))('a thief wins: %s', (name) => {
    const control = controls[name];
    if (control === undefined) throw new Error(name);
    expect(claims(control.rules)[control.breaks]().broken).toBeDefined();
  });
});

/** D: in a session the owner takes a stolen way out, although its thief objects. */
describe('the removal of a stolen way', () => {
  const target: Way = { id: 'phone:own', kind: 'phone', carriers: ['phone'], addedAt: 0, vouchedBy: null, ownRootAt: 0, isSpent: false };
  const claim = { roots: new Set(['email:own'] as const), target };
  const known = new Map([[target.id, target]]);

  it('is not stopped by that way, but by another one', () => {
    const other: Way = { ...target, id: 'recoveryCode:own', kind: 'recoveryCode', carriers: ['paper'] };
    expect(mayStop(claim, { shown: [target], known, now: 1 })).toBe(false);
    expect(mayStop(claim, { shown: [target, other], known, now: 1 })).toBe(true);
  });
});
