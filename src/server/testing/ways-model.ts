import type { Carrier, WayKind } from '#contract/vocabulary/ways.ts';
import { wayRows } from '#contract/vocabulary/ways.ts';
import { becomesFormer, isUnticked, leavesWayIn, mayAct, mayRecover, mayStop, type ActionWeight } from '#server/core/ways/decisions.ts';
import { independence } from '#server/core/ways/independence.ts';
import { longPeriodMs, type Way, type WayId } from '#server/core/ways/way.ts';
import { day, hour } from '#server/platform/clock.ts';

/** The rules of the product. A control replaces one of them by its absence. */
export const productRules = {
  independence,
  mayAct,
  mayRecover,
  mayStop,
  becomesFormer,
  isUnticked,
  /** Whether a browser loses its standing with the recovery of its account. */
  endsBrowsers: true,
  /** Whether a protected account asks a social account for a second step. */
  gatesSocial: true,
  /** Whether the owner is told of a claim. */
  tellsOwner: true,
};

export type Rules = typeof productRules;

/** The ways of an owner, and a theft. */
export interface World {
  readonly kinds: readonly WayKind[];
  /** What the thief holds for 30 days. */
  readonly stolen: readonly WayKind[];
  /** Whether the theft includes an open session. */
  readonly hasSession: boolean;
  readonly isProtected: boolean;
}

/** Ways that a thief may add, each of his own devices. */
const thiefKinds = ['phone', 'email', 'passkey', 'password', 'browser'] as const satisfies readonly WayKind[];

/** Whether each of the owner's ways stands, is a former one, or is gone for good. */
type Fate = 'stands' | 'former' | 'gone';

export interface State {
  readonly owner: readonly Fate[];
  /** The voucher of each way that the thief added; null without one. */
  readonly added: readonly (WayId | null)[];
  readonly hasSession: boolean;
  readonly isProtected: boolean;
  /** A claim of the thief: what it is for, and the half days that are left; null without one. */
  readonly claim: { readonly of: 'recovery' | number; readonly left: number } | null;
  /** Whether a claim of his was stopped: for 30 days there is no other. */
  readonly isClosed: boolean;
  /** Half days since the owner looked. */
  readonly sinceLook: number;
}

/** Times before the 45 days are over all do the same: nothing that was added stands for itself yet. */
const now = 400 * day;
const theftAt = now - 37 * day;
const longAgo = 0;

const weights = {
  add: { strength: 1, onProtected: 'one' },
  addPasskey: { strength: 2, onProtected: 'one' },
  setPassword: { strength: 2, onProtected: 'one' },
  change: { strength: 2, onProtected: 'two' },
  removeWeak: { strength: 1, onProtected: 'two' },
  remove: { strength: 2, onProtected: 'two' },
  removeStrong: { strength: 3, onProtected: 'two' },
} as const satisfies Readonly<Record<string, ActionWeight>>;

const removals: Readonly<Record<WayKind, ActionWeight>> = {
  passkey: weights.removeStrong,
  password: weights.removeStrong,
  totp: weights.remove,
  recoveryCode: weights.remove,
  phone: weights.remove,
  email: weights.removeWeak,
  social: weights.removeWeak,
  browser: weights.removeWeak,
};

export const ownerId = (kind: WayKind): WayId => `${kind}:own`;
const thiefId = (kind: WayKind): WayId => `${kind}:thief`;

function newWay(id: WayId, kind: WayKind, added: Partial<Way>): Way {
  const carriers: readonly Carrier[] = wayRows[kind].carriers;
  return { id, kind, carriers, addedAt: longAgo, vouchedBy: null, ownRootAt: longAgo, isSpent: false, ...added };
}

/** One world, with the rules in force. */
export class Thief {
  readonly world: World;
  readonly #rules: Rules;
  readonly #own: readonly Way[];
  readonly #judged = new Map<string, string>();

  constructor(world: World, rules: Rules) {
    this.world = world;
    this.#rules = rules;
    this.#own = world.kinds.map((kind) => newWay(ownerId(kind), kind, {}));
  }

  get start(): State {
    const { kinds, hasSession, isProtected } = this.world;
    const owner = kinds.map((): Fate => 'stands');
    return { owner, added: thiefKinds.map(() => null), hasSession, isProtected, claim: null, isClosed: false, sinceLook: 0 };
  }

  /** The ways that the thief added and that stand. */
  addedWays({ added }: State): readonly Way[] {
    return thiefKinds.flatMap((kind, index) => {
      const vouchedBy = added[index] ?? null;
      return vouchedBy === null ? [] : newWay(thiefId(kind), kind, { addedAt: theftAt, vouchedBy, ownRootAt: theftAt + longPeriodMs });
    });
  }

  /** What the thief can show: his own, and what he has stolen, if it stands or, for a recovery, did. */
  held(state: State, fates: readonly Fate[] = ['stands']): readonly Way[] {
    const stolen = this.#own.filter((way, index) => this.world.stolen.includes(way.kind) && fates.includes(state.owner[index] ?? 'gone'));
    return [...stolen, ...this.addedWays(state)];
  }

  /** What the owner can show in a recovery: all that stands or is former, without some of it. */
  ownersOwn(state: State, without: readonly WayKind[] = []): readonly Way[] {
    return this.#own.filter(({ kind }, index) => !without.includes(kind) && state.owner[index] !== 'gone');
  }

  known(state: State) {
    const known = new Map([...this.#own, ...this.addedWays(state)].map((way) => [way.id, way] as const));
    return { known, now };
  }

  together(shown: readonly Way[], state: State): string {
    const key = `${shown.map(({ id }) => id).join()}|${state.added.join()}`;
    let answer = this.#judged.get(key);
    if (answer === undefined) this.#judged.set(key, (answer = this.#rules.independence(shown, this.known(state))));
    return answer;
  }

  #evidence(state: State, shown: readonly Way[]) {
    const standing = this.#own.filter((_, index) => state.owner[index] === 'stands');
    return { ...this.known(state), shown, possible: [...standing, ...this.addedWays(state)], isProtected: state.isProtected };
  }

  /** Everything that the thief can do next, himself. */
  acts(state: State): readonly State[] {
    const held = this.held(state);
    const next: State[] = [];
    if (!state.hasSession && this.signsIn(state, held)) next.push({ ...state, hasSession: true });
    const verdict = this.#rules.mayRecover(this.#evidence(state, this.held(state, ['stands', 'former'])));
    if (verdict === 'now') next.push(...this.#recovered(state));
    else if (typeof verdict === 'object') next.push(...this.#claimed(state, 'recovery', verdict.afterMs));
    if (state.hasSession) next.push(...this.#additions(state, held), ...this.#removals(state, held));
    return next;
  }

  /** Whether he gets a session: on a protected account two families are due, or a passkey. */
  signsIn(state: State, held: readonly Way[]): boolean {
    const has = (kinds: readonly WayKind[]) => held.filter(({ kind }) => kinds.includes(kind));
    if (has(['passkey']).length > 0) return true;
    if (!state.isProtected) return has(['password', 'phone', 'email', 'social']).length > 0;
    if (!this.#rules.gatesSocial && has(['social']).length > 0) return true;
    const seconds = has(['totp', 'recoveryCode', 'phone', 'email']);
    return has(['password', 'phone', 'email', 'social']).some(({ kind }) => seconds.some((second) => second.kind !== kind));
  }

  #recovered(state: State): readonly State[] {
    return this.held(state, ['stands', 'former'])
      .filter(({ kind }) => kind === 'phone' || kind === 'email')
      .map((voucher) => this.#replaced({ ...state, hasSession: true }, { kind: 'password', voucher, isForGood: false }));
  }

  #claimed(state: State, of: 'recovery' | number, waitMs: number): readonly State[] {
    const left = waitMs / (12 * hour);
    return state.claim === null && !state.isClosed ? [{ ...state, claim: { of, left } }] : [];
  }

  #additions(state: State, held: readonly Way[]): readonly State[] {
    return thiefKinds.flatMap((kind, index) => {
      if (state.added[index] !== null) return [];
      // A browser comes with the session: it stands for what opened it.
      const isTaken = kind !== 'passkey' && state.owner[this.world.kinds.indexOf(kind)] === 'stands';
      const ofKind = kind === 'passkey' ? weights.addPasskey : kind === 'password' ? weights.setPassword : weights.add;
      const weight = isTaken && (kind === 'phone' || kind === 'email') ? weights.change : ofKind;
      return held
        .filter((voucher) => voucher.kind !== kind && voucher.kind !== 'browser')
        .filter((voucher) => kind === 'browser' || this.#rules.mayAct(weight, this.#evidence(state, [voucher])) === 'now')
        .map((voucher) => this.#replaced(state, { kind, voucher, isForGood: this.#isForGood(state, held) }));
    });
  }

  #isForGood(state: State, held: readonly Way[]): boolean {
    return !this.#rules.becomesFormer(this.#rules.independence(held, this.known(state)));
  }

  /** A way of the thief takes the place of the owner's of that kind; passkeys and browsers stand beside each other. */
  #replaced(
    state: State,
    { kind, voucher, isForGood }: { readonly kind: (typeof thiefKinds)[number]; readonly voucher: Way; readonly isForGood: boolean },
  ): State {
    const added = state.added.with(thiefKinds.indexOf(kind), voucher.id);
    const index = kind === 'passkey' || kind === 'browser' ? -1 : this.world.kinds.indexOf(kind);
    const isReplaced = index >= 0 && state.owner[index] === 'stands';
    return { ...state, added, owner: isReplaced ? state.owner.with(index, isForGood ? 'gone' : 'former') : state.owner };
  }

  #removals(state: State, held: readonly Way[]): readonly State[] {
    return this.#own.flatMap((way, index) => {
      if (state.owner[index] !== 'stands') return [];
      const verdict = this.#rules.mayAct(removals[way.kind], this.#evidence(state, held));
      if (typeof verdict === 'object') return this.#claimed(state, index, verdict.afterMs);
      return verdict === 'now' ? this.#removed(state, index, this.#isForGood(state, held)) : [];
    });
  }

  #removed(state: State, index: number, isForGood: boolean): readonly State[] {
    const owner = state.owner.with(index, isForGood ? 'gone' : 'former');
    const remaining = [...this.#own.filter((_, each) => owner[each] === 'stands'), ...this.addedWays(state)];
    return leavesWayIn(remaining) ? [{ ...state, owner }] : [];
  }

  /** Half a day passes. The owner looks every so many half days, with one way that he keeps; never without one. */
  later(state: State, look: { readonly every: number; readonly keeps: WayKind } | undefined): State {
    const sinceLook = look === undefined ? 0 : (state.sinceLook + 1) % look.every;
    const seen = look !== undefined && sinceLook === 0 && this.#rules.tellsOwner ? this.#stopped(state, look.keeps) : state;
    const { claim } = seen;
    if (claim === null) return { ...seen, sinceLook };
    if (claim.left > 1) return { ...seen, sinceLook, claim: { ...claim, left: claim.left - 1 } };
    return { ...this.#due({ ...seen, claim: null }, claim.of), sinceLook };
  }

  #stopped(state: State, keeps: WayKind): State {
    if (state.claim === null) return state;
    const shown = this.#own.filter(({ kind }) => kind === keeps);
    const target = state.claim.of === 'recovery' ? undefined : this.#own[state.claim.of];
    const roots = new Set(this.world.stolen.map(ownerId));
    const isStopped = this.#rules.mayStop({ roots, target }, { ...this.known(state), shown });
    return isStopped ? { ...state, claim: null, isClosed: true } : state;
  }

  /** What a claim gives: a session and a password that stands for what opened it; or the removal, with a former way. */
  #due(state: State, of: 'recovery' | number): State {
    if (of !== 'recovery') return this.#removed(state, of, false)[0] ?? state;
    const voucher = this.held(state, ['stands', 'former']).find(({ kind }) => wayRows[kind].opensClaims);
    return voucher ? this.#replaced({ ...state, hasSession: true }, { kind: 'password', voucher, isForGood: false }) : state;
  }

  /** What a recovery by the owner leaves of the thief. */
  afterRecovery(state: State, shown: readonly Way[]): readonly Way[] {
    return this.addedWays(state).filter((way) =>
      way.kind === 'browser' ? !this.#rules.endsBrowsers : !this.#rules.isUnticked(way, { shown, now }),
    );
  }
}

export function keyOf({ owner, added, hasSession, isProtected, claim, isClosed, sinceLook }: State): string {
  return `${owner.join()}|${added.join()}|${hasSession}|${isProtected}|${claim?.of}.${claim?.left}|${isClosed}|${sinceLook}`;
}
