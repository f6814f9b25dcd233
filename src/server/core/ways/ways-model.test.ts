import { describe, expect, it } from 'vitest';
import { wayRows, type WayKind } from '#contract/vocabulary/ways.ts';
import { keyOf, ownerId, productRules, Thief, type Rules, type State, type World } from '#server/testing/ways-model.ts';
import { mayStop } from './decisions.ts';
import { independence } from './independence.ts';
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

const worlds: readonly World[] = sets.flatMap((set) =>
  thefts
    .filter(({ stolen }) => stolen.every((kind) => set.includes(kind)))
    .flatMap((theft) => [true, false].map((isProtected): World => ({ kinds: set, ...theft, isProtected }))),
);

/** Thieves of one carrier: everything on it, and an open session. */
const carrierWorlds: readonly World[] = sets.flatMap((set) =>
  (['phone', 'computer', 'paper'] as const).flatMap((carrier) => {
    const stolen = set.filter((kind) => (wayRows[kind].carriers as readonly string[]).includes(carrier));
    return stolen.length === 0 ? [] : [true, false].map((isProtected): World => ({ kinds: set, stolen, hasSession: true, isProtected }));
  }),
);

interface Look {
  readonly every: number;
  readonly keeps: WayKind;
}

/** Visits every state of a world; returns the number of transitions, and the first state that breaks the promise. */
function explore(thief: Thief, look: Look | undefined, promise: (state: State) => string | undefined): { taken: number; broken?: string } {
  const seen = new Set<string>();
  const waiting = [thief.start];
  let taken = 0;
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const broken = promise(state);
    if (broken !== undefined) return { taken, broken: `${broken}: ${JSON.stringify(thief.world)} ${keyOf(state)}` };
    for (const next of [...thief.acts(state), thief.later(state, look)]) {
      taken += 1;
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(next);
    }
  }
  return { taken };
}

/** Explores worlds until one breaks its promise. */
function exploreAll(
  among: readonly World[],
  rules: Rules,
  promiseOf: (thief: Thief) => { readonly look?: Look; readonly promise: (state: State) => string | undefined } | undefined,
): { taken: number; broken?: string } {
  let taken = 0;
  for (const world of among) {
    const thief = new Thief(world, rules);
    const given = promiseOf(thief);
    if (given === undefined) continue;
    const found = explore(thief, given.look, given.promise);
    taken += found.taken;
    if (found.broken !== undefined) return { taken, broken: found.broken };
  }
  return { taken };
}

/** A: once the thief has lost it, the owner is in at once, and nothing that the thief made is left. */
function endsWithOwner(thief: Thief) {
  const { start } = thief;
  if (thief.together(thief.ownersOwn(start), start) !== 'independent') return undefined;
  return {
    promise(state: State) {
      if (thief.together(thief.held(state, ['stands', 'former']), state) === 'independent') return 'the thief shows two';
      const shown = thief.ownersOwn(state);
      if (thief.together(shown, state) !== 'independent') return 'the owner is out';
      return thief.afterRecovery(state, shown).length > 0 ? 'a way of the thief is left' : undefined;
    },
  };
}

/** A′: on a protected account what is stolen opens no session; a claim that nobody looks at may. */
function opensNothing(thief: Thief) {
  const { isProtected, hasSession, stolen } = thief.world;
  if (!isProtected || hasSession || stolen.includes('passkey')) return undefined;
  return { promise: (state: State) => (state.hasSession && !state.added.some((each) => each !== null) ? 'a session' : undefined) };
}

/** B: an owner with two independent ways beside the stolen one is in at each look, whatever the thief did before it. */
function isInAtEachLook(thief: Thief) {
  const { start, world } = thief;
  if (thief.together(thief.ownersOwn(start, world.stolen), start) !== 'independent') return undefined;
  return {
    promise(state: State) {
      const shown = thief.ownersOwn(state, world.stolen);
      if (thief.together(shown, state) !== 'independent') return 'the owner is out';
      return thief.afterRecovery(state, shown).length > 0 ? 'a way of the thief is left' : undefined;
    },
  };
}

/** The way that an owner keeps, if it and the stolen one are independent and it may open claims. */
function keptWay(thief: Thief): WayKind | undefined {
  const { start, world } = thief;
  return world.kinds.find((kind) => {
    if (world.stolen.includes(kind) || !wayRows[kind].opensClaims) return false;
    const two = thief.ownersOwn(start).filter((way) => way.kind === kind || world.stolen.includes(way.kind));
    return thief.together(two, start) === 'independent';
  });
}

/** C: an owner who keeps one way, and gets the stolen one back, has the account at once. */
function isBackAtOnce(thief: Thief) {
  const keeps = keptWay(thief);
  if (keeps === undefined) return undefined;
  return {
    look: { every: 4, keeps },
    promise(state: State) {
      const two = thief.ownersOwn(state).filter(({ kind }) => kind === keeps || thief.world.stolen.includes(kind));
      return thief.together(two, state) === 'independent' ? undefined : 'the owner is out';
    },
  };
}

/** D: against an owner who looks every two days, no claim of a thief completes, and nothing goes. */
function losesNothing(thief: Thief) {
  const keeps = keptWay(thief);
  if (keeps === undefined || !thief.world.isProtected || thief.world.stolen.includes('password')) return undefined;
  return {
    look: { every: 4, keeps },
    promise: (state: State) => (state.owner.some((fate) => fate !== 'stands') ? 'something went' : undefined),
  };
}

/** E: a thief with one carrier is not back at once. */
function isNotBackAtOnce(thief: Thief) {
  return {
    promise: (state: State) =>
      thief.together(thief.held(state, ['stands', 'former']), state) === 'independent' ? 'back at once' : undefined,
  };
}

/** E: nor by waiting, once the freeze has made spent what was stolen. */
function opensNothingSpent(rules: Rules) {
  return (thief: Thief) => ({
    promise(state: State) {
      const spent = (way: Way): Way => ({ ...way, isSpent: way.isSpent || thief.world.stolen.map(ownerId).includes(way.id) });
      const { known, now } = thief.known(state);
      const all = new Map([...known].map(([id, way]) => [id, spent(way)] as const));
      const together = rules.independence(thief.held(state).map(spent), { known: all, now });
      return together === 'none' ? undefined : `a spent way is ${together}`;
    },
  });
}

const claims = (rules: Rules) =>
  ({
    A: () => exploreAll(worlds, rules, endsWithOwner),
    'A′': () => exploreAll(worlds, rules, opensNothing),
    B: () => exploreAll(worlds, rules, isInAtEachLook),
    C: () => exploreAll(worlds, rules, isBackAtOnce),
    D: () => exploreAll(worlds, rules, losesNothing),
    E: () => exploreAll(carrierWorlds, rules, isNotBackAtOnce),
    'E, spent': () => exploreAll(worlds, rules, opensNothingSpent(rules)),
  }) as const;

type Claim = keyof ReturnType<typeof claims>;

const names = Object.keys(claims(productRules)) as Claim[];

let transitions = 0;

describe('a thief, against every rule', () => {
  it.each(names)('cannot break claim %s', (name) => {
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

const controls: Readonly<Record<string, { readonly rules: Rules; readonly breaks: Claim }>> = {
  'the lineage of added ways': { rules: seeing((way) => ({ ...way, vouchedBy: null })), breaks: 'A' },
  'the carriers': { rules: seeing((way) => ({ ...way, carriers: [] })), breaks: 'E' },
  'the carriers that an added way inherits': {
    rules: seeing(
      (way) => way,
      (way) => ({ ...way, carriers: [] }),
    ),
    breaks: 'A',
  },
  'two ways for a removal': {
    rules: {
      ...productRules,
      mayAct: (weight, evidence) => productRules.mayAct({ ...weight, onProtected: 'one' }, evidence),
    },
    breaks: 'D',
  },
  'former ways': { rules: { ...productRules, becomesFormer: () => false }, breaks: 'A' },
  'the clean-up of a recovery': { rules: { ...productRules, isUnticked: () => false }, breaks: 'B' },
  'the end of known browsers': { rules: { ...productRules, endsBrowsers: false }, breaks: 'B' },
  'the second step after a social account': { rules: { ...productRules, gatesSocial: false }, breaks: 'A′' },
  'notices of claims': { rules: { ...productRules, tellsOwner: false }, breaks: 'D' },
  'stops by another root': { rules: { ...productRules, mayStop: () => false }, breaks: 'D' },
  'spent ways': { rules: seeing((way) => ({ ...way, isSpent: false })), breaks: 'E, spent' },
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
