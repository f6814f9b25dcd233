import type { Member } from '#contract/operations/desk/decisions.ts';
import type { Carrier, WayKind } from '#contract/sign-in/ways/ways.words.ts';
import { wayRows } from '#contract/sign-in/ways/ways.words.ts';
import { leavesWayIn, type ActionWeight, type Evidence, type Verdict } from '#server/core/sign-in/ways/decisions.ts';
import type { KnownWays } from '#server/core/sign-in/ways/independence.ts';
import { longPeriodMs, standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import { day, hour } from '#server/platform/clock.ts';
import { helpersDo, type Rules } from './ways-rules.ts';

/** The ways of an owner, and a theft. */
export interface World {
  readonly kinds: readonly WayKind[];
  /** What the thief holds for 30 days. */
  readonly stolen: readonly WayKind[];
  /** Whether the theft includes an open session. */
  readonly hasSession: boolean;
  readonly isProtected: boolean;
  /** What he saw used once: a code that he typed after its owner. */
  readonly seen?: readonly WayKind[];
  /** Whether what he took is locked. */
  readonly isLocked?: boolean;
  /** Members of the desk who help him. */
  readonly desk?: readonly Member[];
}

/** Ways that a thief may add, each of his own devices. */
const thiefKinds = ['phone', 'email', 'passkey', 'password'] as const satisfies readonly WayKind[];

/** Whether each of the owner's ways stands, is a former one, or is gone for good. */
type Fate = 'stands' | 'former' | 'gone';

/** What a claim of his is for: to get in, by what he holds or by the desk; or to remove a way of the owner's. */
type ClaimFor = 'recovery' | 'desk' | number;

export interface State {
  readonly owner: readonly Fate[];
  /** The voucher of each way that the thief added; null without one. */
  readonly added: readonly (WayId | null)[];
  readonly hasSession: boolean;
  readonly isProtected: boolean;
  /** Whether a claim has let him in. */
  readonly isByClaim: boolean;
  /** A claim of the thief: what it is for, and the half days that are left; null without one. */
  readonly claim: { readonly of: ClaimFor; readonly left: number } | null;
  /** Whether a claim of his was stopped: for 30 days there is no other. */
  readonly isClosed: boolean;
  /** Half days since the owner looked. */
  readonly sinceLook: number;
}

interface Moment extends Omit<Evidence, 'shown'> {
  readonly held: readonly Way[];
  /** What he may show in a recovery: former ways too. */
  readonly recovering: readonly Way[];
  /** Whether what he removes has no way back. */
  readonly isForGood: boolean;
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
  readonly #waits: boolean;
  readonly #own: readonly Way[];
  readonly #judged = new Map<string, string>();
  readonly #known = new Map<string, ReadonlyMap<WayId, Way>>();

  /** Without `waits` nobody looks, and every claim completes. */
  constructor(world: World, rules: Rules, { waits }: { readonly waits: boolean }) {
    this.world = world;
    this.#waits = waits;
    this.#rules = rules;
    this.#own = world.kinds.map((kind) => newWay(ownerId(kind), kind, {}));
  }

  get start(): State {
    const { kinds, hasSession, isProtected } = this.world;
    const owner = kinds.map((): Fate => 'stands');
    return {
      owner,
      added: thiefKinds.map(() => null),
      hasSession,
      isProtected,
      isByClaim: false,
      claim: null,
      isClosed: false,
      sinceLook: 0,
    };
  }

  /** The ways that the thief added and that stand. */
  addedWays({ added, hasSession }: State): readonly Way[] {
    const opener = this.world.stolen.find((kind) => kind !== 'browser');
    // The browser of his session stands for what opened it.
    const browser = hasSession && opener !== undefined ? [this.#newBrowser(opener)] : [];
    return [...thiefKinds.flatMap((kind, index) => (added[index] === null ? [] : this.#newAdded(kind, added[index]))), ...browser];
  }

  #newBrowser(opener: WayKind): Way {
    // On a machine of his own.
    if (!this.#rules.browsersStand)
      return newWay(thiefId('browser'), 'browser', { carriers: ['phone'], addedAt: theftAt, ownRootAt: theftAt });
    return this.#newAdded('browser', ownerId(opener));
  }

  #newAdded(kind: WayKind, vouchedBy: WayId | null | undefined): Way {
    if (vouchedBy === thiefId(kind)) return newWay(thiefId(kind), kind, { addedAt: theftAt, ownRootAt: theftAt });
    return newWay(thiefId(kind), kind, { addedAt: theftAt, vouchedBy: vouchedBy ?? null, ownRootAt: theftAt + longPeriodMs });
  }

  /** What the thief can show: his own, and what he has stolen, if it stands or, for a recovery, did. */
  held(state: State, fates: readonly Fate[] = ['stands']): readonly Way[] {
    const stolen = this.#own.filter((way, index) => this.#shows(way.kind) && fates.includes(state.owner[index] ?? 'gone'));
    return [...stolen, ...this.addedWays(state)];
  }

  /** Whether he can use what he stole or saw. */
  #shows(kind: WayKind): boolean {
    const { stolen, seen = [], isLocked = false } = this.world;
    if (seen.includes(kind) && !this.#rules.spendsCodes) return true;
    return stolen.includes(kind) && !(isLocked && this.#rules.asksLock);
  }

  /** What the owner can show in a recovery: all that stands or is former, without some of it. */
  ownersOwn(state: State, without: readonly WayKind[] = []): readonly Way[] {
    return this.#own.filter(({ kind }, index) => !without.includes(kind) && state.owner[index] !== 'gone');
  }

  known(state: State): KnownWays {
    const key = `${state.added.join()} ${state.hasSession}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = new Map([...this.#own, ...this.addedWays(state)].map((way) => [way.id, way] as const));
      this.#known.set(key, known);
    }
    return { known, now };
  }

  together(shown: readonly Way[], state: State): string {
    const key = `${shown.map(({ id }) => id).join()}|${state.added.join()}|${state.hasSession}`;
    let answer = this.#judged.get(key);
    if (answer === undefined) this.#judged.set(key, (answer = this.#rules.independence(shown, this.known(state))));
    return answer;
  }

  /** What the rules look at in a state, but for the ways that are shown. */
  #moment(state: State): Moment {
    const standing = this.#own.filter((_, index) => state.owner[index] === 'stands');
    const held = this.held(state);
    const moment = { ...this.known(state), possible: [...standing, ...this.addedWays(state)], isProtected: state.isProtected };
    const isForGood = !this.#rules.becomesFormer(this.#rules.independence(held, moment));
    return { ...moment, held, recovering: this.held(state, ['stands', 'former']), isForGood };
  }

  /** Everything that the thief can do next, himself. */
  acts(state: State): readonly State[] {
    const moment = this.#moment(state);
    const next: State[] = [];
    if (!state.hasSession && this.signsIn(state, moment.held)) next.push({ ...state, hasSession: true });
    const verdict = this.#rules.mayRecover({ ...moment, shown: moment.recovering });
    if (verdict === 'now') next.push(...this.#recovered(state, moment));
    else if (typeof verdict === 'object') next.push(...this.#claimed(state, 'recovery', verdict.afterMs));
    if (state.hasSession) next.push(...this.#additions(state, moment), ...this.#upgrades(state));
    if (state.hasSession && !(state.isByClaim && this.#rules.limitsClaims)) next.push(...this.#removals(state, moment));
    if (this.world.desk !== undefined) next.push(...this.deskActs(state));
    return next;
  }

  /** Everything that the members who help him can do about the account. */
  deskActs(state: State): readonly State[] {
    const next: State[] = [];
    const ends = { ...state, hasSession: false };
    if (helpersDo(this.world.desk, this.#rules, 'sessions.end')) next.push(ends);
    // As generous to him as a freeze can be: what was added is gone, what was removed stands again, and it is over at once.
    const owner = state.owner.map((fate): Fate => (fate === 'former' ? 'stands' : fate));
    if (helpersDo(this.world.desk, this.#rules, 'account.freeze'))
      next.push({ ...ends, owner, added: thiefKinds.map(() => null), claim: null });
    // A lock ends what the end of all sessions ends. Unlocking and restoring undo what a lock and a deletion do, which this
    // world has not.
    if (helpersDo(this.world.desk, this.#rules, 'account.lock')) next.push(ends);
    // A request of his that was stopped waits again.
    if (state.isClosed && helpersDo(this.world.desk, this.#rules, 'account.unfreeze')) {
      next.push(...this.#claimed({ ...state, isClosed: false }, 'recovery', this.#rules.deskWaitMs));
    }
    if (helpersDo(this.world.desk, this.#rules, 'recovery.claim')) next.push(...this.#askedByDesk(state));
    if (helpersDo(this.world.desk, this.#rules, 'message.resend') && !this.#rules.resendsSame) next.push(...this.#diverted(state));
    return next;
  }

  /** A request by what he holds, where that opens nothing by itself; or the owner's own, in another browser. */
  #askedByDesk(state: State): readonly State[] {
    const shown = this.held(state).filter(({ kind }) => kind !== 'browser');
    if (shown.length > 0) return this.#claimed(state, 'desk', this.#rules.deskWaitMs);
    return this.#rules.bindsDesk ? [] : [{ ...state, hasSession: true, isByClaim: true }];
  }

  /** He reads a link of the owner: with it he sets a password, where a link is enough. */
  #diverted(state: State): readonly State[] {
    const voucher = this.#own.find(({ kind }) => kind === 'email');
    if (voucher === undefined || state.isProtected) return [];
    return [this.#replaced({ ...state, hasSession: true }, { kind: 'password', voucher, isForGood: false })];
  }

  /** Whether he gets a session: on a protected account two families are due, or a passkey. */
  signsIn(state: State, held: readonly Way[]): boolean {
    const has = (kinds: readonly WayKind[]) => held.filter(({ kind }) => kinds.includes(kind));
    if (has(['passkey']).length > 0) return true;
    if (!state.isProtected) return has(['password', 'phone', 'email', 'social']).length > 0;
    if (!this.#rules.gatesSocial && has(['social']).length > 0) return true;
    if (!this.#rules.gatesLinks && has(['email']).length > 0) return true;
    const seconds = has(['totp', 'recoveryCode', 'phone', 'email']);
    return has(['password', 'phone', 'email', 'social']).some(({ kind }) => seconds.some((second) => second.kind !== kind));
  }

  #recovered(state: State, { recovering }: Moment): readonly State[] {
    return recovering
      .filter(({ kind }) => kind === 'phone' || kind === 'email')
      .map((voucher) => this.#replaced({ ...state, hasSession: true }, { kind: 'password', voucher, isForGood: false }));
  }

  #claimed(state: State, of: ClaimFor, waitMs: number): readonly State[] {
    if (!this.#waits) return [this.#due(state, of)];
    const left = waitMs / (12 * hour);
    return state.claim === null && !state.isClosed ? [{ ...state, claim: { of, left } }] : [];
  }

  /** At most three. Of vouchers that are worth the same, one is enough. */
  #additions(state: State, moment: Moment): readonly State[] {
    if (state.added.filter((each) => each !== null).length >= 3) return [];
    const { known, held, isForGood } = moment;
    const worth = new Map(
      held
        .filter(({ kind }) => kind !== 'browser')
        .map((way) => {
          const { root, carriers, strength } = standingOf(way, known, now);
          return [`${root} ${[...carriers].toSorted().join()} ${strength}`, way] as const;
        }),
    );
    return thiefKinds.flatMap((kind, index) => {
      if (state.added[index] !== null) return [];
      const isTaken = kind !== 'passkey' && state.owner[this.world.kinds.indexOf(kind)] === 'stands';
      return [...worth.values()]
        .filter((voucher) => voucher.id !== thiefId(kind))
        .filter((voucher) => this.#rules.mayAct(weightOf(kind, isTaken, voucher), { ...moment, shown: [voucher] }) === 'now')
        .map((voucher) => this.#replaced(state, { kind, voucher, isForGood }));
    });
  }

  /** A passkey without a dialog stands for the password that was typed just now; without one it would stand for itself. */
  #upgrades(state: State): readonly State[] {
    const index = thiefKinds.indexOf('passkey');
    if (this.#rules.upgradesByPassword || state.added[index] !== null) return [];
    return [{ ...state, added: state.added.with(index, thiefId('passkey')) }];
  }

  /** A way of the thief takes the place of the owner's of that kind; passkeys stand beside each other. */
  #replaced(
    state: State,
    { kind, voucher, isForGood }: { readonly kind: (typeof thiefKinds)[number]; readonly voucher: Way; readonly isForGood: boolean },
  ): State {
    // A second password of his stands for no more than the first.
    if (state.added[thiefKinds.indexOf(kind)] !== null) return state;
    const added = state.added.with(thiefKinds.indexOf(kind), voucher.id);
    const index = kind === 'passkey' ? -1 : this.world.kinds.indexOf(kind);
    const isReplaced = index >= 0 && state.owner[index] === 'stands';
    return { ...state, added, owner: isReplaced ? state.owner.with(index, isForGood ? 'gone' : 'former') : state.owner };
  }

  #removals(state: State, moment: Moment): readonly State[] {
    const verdicts = new Map<ActionWeight, Verdict>();
    return this.#own.flatMap((way, index) => {
      if (state.owner[index] !== 'stands') return [];
      const weight = removals[way.kind];
      const verdict = verdicts.get(weight) ?? this.#rules.mayAct(weight, { ...moment, shown: moment.held });
      verdicts.set(weight, verdict);
      if (typeof verdict === 'object') return this.#claimed(state, index, verdict.afterMs);
      return verdict === 'now' ? this.#removed(state, index, moment.isForGood) : [];
    });
  }

  #removed(state: State, index: number, isForGood: boolean): readonly State[] {
    const owner = state.owner.with(index, isForGood ? 'gone' : 'former');
    const remaining = [...this.#own.filter((_, each) => owner[each] === 'stands'), ...this.addedWays(state)];
    return leavesWayIn(remaining) ? [{ ...state, owner }] : [];
  }

  /** Half a day passes. The owner looks every so many half days, with one way that he keeps; never without one. */
  later(state: State, look: { readonly every: number; readonly keeps: WayKind }): State {
    const sinceLook = (state.sinceLook + 1) % look.every;
    const seen = sinceLook === 0 && this.#isTold(state, look.keeps) ? this.#stopped(state, look.keeps) : state;
    const { claim } = seen;
    if (claim === null) return { ...seen, sinceLook };
    if (claim.left > 1) return { ...seen, sinceLook, claim: { ...claim, left: claim.left - 1 } };
    return { ...this.#due({ ...seen, claim: null }, claim.of), sinceLook };
  }

  #isTold(state: State, keeps: WayKind): boolean {
    const { owner } = state;
    const { tellsOwner, tellsFormer, tellsOfDesk } = this.#rules;
    if (state.claim?.of === 'desk' && !tellsOfDesk) return false;
    return tellsOwner && (tellsFormer || owner[this.world.kinds.indexOf(keeps)] === 'stands');
  }

  #stopped(state: State, keeps: WayKind): State {
    if (state.claim === null) return state;
    const shown = this.#own.filter(({ kind }) => kind === keeps);
    const { of } = state.claim;
    const target = typeof of === 'number' ? this.#own[of] : undefined;
    const roots = new Set(this.world.stolen.map(ownerId));
    const isStopped = this.#rules.mayStop({ roots, target }, { ...this.known(state), shown });
    return isStopped ? { ...state, claim: null, isClosed: true } : state;
  }

  /** What a claim gives: a session and a password that stands for what opened it; or the removal, with a former way. */
  #due(state: State, of: ClaimFor): State {
    if (typeof of === 'number') return this.#removed(state, of, false)[0] ?? state;
    const voucher = this.held(state, ['stands', 'former']).find(({ kind }) =>
      of === 'desk' ? kind !== 'browser' : wayRows[kind].opensClaims,
    );
    return voucher
      ? this.#replaced({ ...state, hasSession: true, isByClaim: true }, { kind: 'password', voucher, isForGood: false })
      : state;
  }

  /** What a recovery by the owner leaves of the thief. */
  afterRecovery(state: State, shown: readonly Way[]): readonly Way[] {
    return this.addedWays(state).filter((way) =>
      way.kind === 'browser' ? !this.#rules.endsBrowsers : !this.#rules.isUnticked(way, { shown, now }),
    );
  }
}

/** The weight of an addition, or of a change where the owner has such a way: with the old password it is light. */
function weightOf(kind: (typeof thiefKinds)[number], isTaken: boolean, voucher: Way): ActionWeight {
  if (kind === 'passkey') return weights.addPasskey;
  if (kind === 'password') return isTaken && voucher.kind !== 'password' ? weights.change : weights.setPassword;
  return isTaken ? weights.change : weights.add;
}

export function keyOf({ owner, added, hasSession, isProtected, isByClaim, claim, isClosed, sinceLook }: State): string {
  return `${owner.join()}|${added.join()}|${hasSession}|${isProtected}|${isByClaim}|${claim?.of}.${claim?.left}|${isClosed}|${sinceLook}`;
}
