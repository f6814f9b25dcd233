import { proofOf, targetOf, waits, type SensitiveAction } from '#contract/acts/acts.ts';
import { limits } from '#contract/limits.ts';
import { kindOfMethod } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { proofMethods, type ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { hour, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { dedicateProof, spendProofs } from './proofs.guarded.ts';
import { setVerifiedUntil } from '#server/core/sign-in/sessions/sessions.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Claims } from '#server/core/protection/claims/claims.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { mayAct, type Verdict } from '#server/core/sign-in/ways/decisions.ts';
import { independence, rootsIn } from '#server/core/sign-in/ways/independence.ts';
import { kindOf, standingOf, type Way, type WayId } from '#server/core/sign-in/ways/way.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { AccountWays, Ways } from '#server/core/sign-in/ways/ways.ts';
import { takingOf, type Taking } from '#server/core/sign-in/ways/taking.ts';
import { methodsFor, methodsOf, waysFor, type AvailableMethod } from './methods.ts';
import { independentSet, methodsBeside, needOf, shownIn, type LiveProof, type Need } from './proof-sets.ts';
import { createProofRows } from './proofs.repository.ts';
import { stepsBeside, takesStep } from './steps-beside.ts';

export type { SensitiveAction } from '#contract/acts/acts.ts';
export type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';

/** Proof requirement of a sensitive action. */
export interface ProofNeed {
  readonly action: SensitiveAction;
  /** Target of the action, if it has one: a new phone, a new email, a platform. */
  readonly target?: string;
}

/** A method that just succeeded, and the stated purpose. */
export interface GivenProof {
  readonly method: ProofMethod;
  /** The very way; undefined for a method of which an account has one. */
  readonly way?: WayId | undefined;
  /** Undefined: valid for one action, the first that needs it. */
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
}

/** The proofs that open a wait. */
export interface SlowProofs {
  /** Keyed hash of what the action is about. */
  readonly targetHash: string;
  readonly shown: readonly Way[];
  readonly ways: AccountWays;
  readonly waitMs: number;
}

/** A set of proofs, as it was when it was spent. */
export interface SpentProofs {
  /** The way that gave the first of them. */
  readonly way: WayId;
  readonly taking: Taking;
}

/**
 * Identity proofs (contract 3): bound to account, session, credentials and the named action and target. Each lasts ten
 * minutes, serves one action, and is not weaker than what the action removes. They exist only in the database; no token
 * leaves it.
 */
export interface Proofs {
  /** The proof methods of this account, targets masked. */
  methods(account: Account): readonly AvailableMethod[];
  /** The methods that suffice for an action; may be empty. */
  methodsFor(account: Account, action: SensitiveAction): Promise<readonly AvailableMethod[]>;
  /**
   * Checks whether a proof by this method suffices for the action.
   * @throws {Refusal} verificationNeeded with `data.methods`: those that suffice
   */
  refuseTooWeak(session: Session, proof: GivenProof): Promise<void>;
  /**
   * Stores a proof for the session, in the caller's transaction. Call it after the method succeeded, with the session's
   * new id.
   */
  issue(session: Pick<Session, 'sessionId' | 'accountId' | 'account'>, proof: GivenProof): Promise<{ readonly verifiedUntil: number }>;
  has(session: Session, need: ProofNeed): Promise<boolean>;
  /**
   * Checks for a proof without spending it: an early check before costly work.
   * @throws {Refusal} verificationNeeded with `data.methods`, empty for an account without a method for this action
   */
  require(session: Session, need: ProofNeed): Promise<void>;
  /**
   * The way that gave the proof, without spending it: for a part of something that spends it at its end.
   * @throws {Refusal} verificationNeeded as `require`
   */
  peek(session: Session, need: ProofNeed): Promise<WayId>;
  /**
   * Spends the proof, in the transaction of the action and before any other step. Locks the account until the
   * transaction ends. Returns the way that gave it.
   * @throws {Refusal} verificationNeeded as `require`, also when another request spent it
   */
  redeem(session: Session, need: ProofNeed): Promise<WayId>;
  /** As `redeem`, for an action that takes nothing on an ordinary account: undefined where it does not. */
  redeemIfAsked(session: Session, need: ProofNeed): Promise<WayId | undefined>;
  /**
   * As `redeem`, with the facts that the spent set states about its person. On a protected account an action of two takes two
   * independent ways; `also` is a way that the caller has proven itself, just now.
   */
  spend(session: Session, need: ProofNeed, also?: WayId): Promise<SpentProofs>;
  /**
   * Spends all that was shown for an action that waits, where it is not two independent ways.
   * @throws {Refusal} verificationNeeded where it opens no claim; proofDoesNotCount where it does it at once
   */
  spendSlowly(session: Session, need: ProofNeed): Promise<SlowProofs>;
  /** The ways that were shown in this session for an action, and what the action takes. */
  standingOf(session: Session, need: ProofNeed): Promise<{ readonly have: readonly ShownFamily[]; readonly need: Need }>;
  /**
   * Reserves a proof for an action that starts now and ends through a mailed link, so that one proof never serves two
   * actions. In the caller's transaction. Returns the way that gave it; undefined without a proof.
   */
  dedicate(session: Session, need: ProofNeed): Promise<WayId | undefined>;
}

export interface ProofsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly ways: Pick<Ways, 'of' | 'idOf'>;
  readonly claims: Pick<Claims, 'findDue' | 'finish'>;
}

export function createProofs({ db, clock, keyring, ways, claims }: ProofsDeps): Proofs {
  const rows = createProofRows(db);

  function hashesOf(action: SensitiveAction | undefined, target: string | undefined): readonly [string, ...string[]] {
    return target === undefined ? [''] : keyring.macs('proof-target', canonicalTarget(action, target));
  }

  async function enoughFor(account: Account, need: ProofNeed): Promise<readonly AvailableMethod[]> {
    return methodsFor(account, need, await ways.of(account));
  }

  /** The ways of an account. A last recovery code that was spent for a proof still gives it. */
  async function waysWithProofs(account: Account, proofs: readonly LiveProof[]): Promise<AccountWays> {
    return ways.of(withPaper(account, proofs));
  }

  async function needed(session: Session, need: ProofNeed): Promise<Refusal> {
    const { account } = session;
    const wanted = needOf(account, need.action);
    const shown = wanted.independent ? await live(session, need) : [];
    const known = await waysWithProofs(account, shown);
    const verdict = waits(need.action) ? waitFor(account, need, { found: shown, known }) : 'refused';
    const beside = wanted.independent ? methodsBeside(methodsOf(account), shown, known) : await methodsOfOne(session, need);
    // Where what was shown is too weak even to wait, what is not is named too.
    const first = wanted.independent && verdict === 'refused' ? methodsFor(account, need, known) : [];
    const methods = methodsOf(account).filter(({ method }) => [...beside, ...first].some((each) => each.method === method));
    const have = shown.map((proof) => familyOf(proof, known));
    const slowly = typeof verdict === 'object' ? { slow: true, hours: verdict.afterMs / hour } : { slow: false };
    return new Refusal('verificationNeeded', {
      reason: 'no proof suffices for the action',
      data: { action: need.action, methods, have, need: wanted, ...slowly },
    });
  }

  /** The methods of an action of one way; where a second step is due, those that are one. */
  async function methodsOfOne(session: Session, need: ProofNeed): Promise<readonly AvailableMethod[]> {
    const { account } = session;
    if (!takesStep(account, need.action)) return enoughFor(account, need);
    const { steps, given } = await stepsOf(session, await ways.of(account));
    if (given !== undefined && proofOf(need.action) > 0) return enoughFor(account, need);
    return methodsOf(account).filter(({ method }) => steps.some(({ kind }) => kind === kindOfMethod[method]));
  }

  /** The second steps that the session takes, and the one that was given in it lately. */
  async function stepsOf({ sessionId, accountId, account, startedAt, assurance }: Session, known: AccountWays) {
    const since = clock.now() - limits.verificationLifeMs;
    const shown = await rows.given({ sessionId, accountId, since });
    // Without a proof since, its beginning is the sign-in.
    const lately = shown.length > 0 || startedAt <= since ? shown : assurance.ways;
    const steps = stepsBeside(account, assurance.ways, known);
    return { steps, given: lately.find((way) => steps.some(({ id }) => id === way)) };
  }

  /** All live proofs of the session that are good for the action, whatever their strength. */
  async function live({ sessionId, accountId, account }: Session, { action, target }: ProofNeed): Promise<readonly LiveProof[]> {
    const found = await rows.findFor({ sessionId, accountId, action, targetHashes: hashesOf(action, target), at: clock.now() });
    return found.flatMap(({ id, method: by, ways: shown }) => {
      const method = proofMethods.find((each) => each === by);
      const way = shown[0] ?? singleWay(ways, account, by);
      return method === undefined || way === undefined ? [] : [{ id, method, way }];
    });
  }

  /** The smallest set of proofs that does; undefined without one. */
  async function enough(session: Session, need: ProofNeed, also?: WayId): Promise<readonly LiveProof[] | undefined> {
    const { account } = session;
    const found = await live(session, need);
    const known = await waysWithProofs(account, found);
    if (!needOf(account, need.action).independent) {
      const fit = waysFor(withPaper(account, found), need, known).map(({ id }) => id);
      const first = found.find(({ way }) => fit.includes(way));
      if (!takesStep(account, need.action)) return first && [first];
      const { given: step } = await stepsOf(session, known);
      if (step === undefined) return undefined;
      if (proofOf(need.action) > 0) return first && [first];
      return [{ id: '', method: 'passkey', way: step }];
    }
    const given: readonly LiveProof[] = also === undefined ? [] : [{ id: '', method: 'password', way: also }];
    const all = [...given, ...found];
    return independentSet(all, known) ?? ((await waited(session, need, all)) && all);
  }

  /** The wait of an action that is over: it stands for the second way, where the roots that opened it are shown again. */
  async function waited({ accountId, account }: Session, need: ProofNeed, shown: readonly LiveProof[]) {
    const { action, target } = need;
    const claim = await claims.findDue({ accountId, action, targetHashes: hashesOf(action, target) });
    if (claim === undefined) return undefined;
    const known = await waysWithProofs(account, shown);
    const again = shownIn(shown, known);
    const { roots } = takingOf(again, known);
    return isFit(withPaper(account, shown), need, { shown: again, known }) && claim.roots.every((root) => roots.includes(root))
      ? claim
      : undefined;
  }

  async function spend(session: Session, need: ProofNeed, also?: WayId): Promise<SpentProofs> {
    const { sessionId, accountId, account } = session;
    await lockAccount(db, accountId);
    const set = await enough(session, need, also);
    const stored = (set ?? []).filter(({ id }) => id !== '');
    const [first] = set ?? [];
    if (set === undefined || first === undefined) throw await needed(session, need);
    const at = clock.now();
    if (stored.length > 0 && !(await spendProofs(db, { ids: stored.map(({ id }) => id), at }))) throw await needed(session, need);
    await setVerifiedUntil(db, { sessionId, until: (await rows.lastExpiry({ sessionId, accountId, at })) ?? null });
    const known = await waysWithProofs(account, set);
    if (needOf(account, need.action).independent && independentSet(set, known) === undefined) {
      const claim = await waited(session, need, set);
      if (claim === undefined) throw await needed(session, need);
      await claims.finish(claim);
    }
    return { way: first.way, taking: takingOf(shownIn(set, known), known, sessionId) };
  }

  return {
    methods: methodsOf,

    methodsFor: (account, action) => enoughFor(account, { action }),

    async refuseTooWeak(session, { method, way, action, target }) {
      // Two ways count together, whatever each is worth alone.
      if (action === undefined || isFree(session.account, action) || needOf(session.account, action).independent) return;
      const known = await ways.of(session.account);
      const steps = takesStep(session.account, action) ? (await stepsOf(session, known)).steps : [];
      const fit = [...steps, ...(proofOf(action) > 0 || steps.length === 0 ? waysFor(session.account, { action, target }, known) : [])];
      const suffices = fit.some(({ id }) => (way === undefined ? kindOf(id) === kindOfMethod[method] : id === way));
      if (!suffices) throw await needed(session, { action, ...(target === undefined ? {} : { target }) });
    },

    async issue({ sessionId, accountId, account }, { method, way = singleWay(ways, account, method), action, target }) {
      if (way === undefined) throw new Error(`A proof by ${method} has to name its way.`);
      const at = clock.now();
      const expiresAt = at + limits.verificationLifeMs;
      const { credentialEpoch } = account;
      const [targetHash] = hashesOf(action, target);
      await rows.insert({ accountId, sessionId, credentialEpoch, method, way, action: action ?? '', targetHash, at, expiresAt });
      await setVerifiedUntil(db, { sessionId, until: expiresAt });
      return { verifiedUntil: expiresAt };
    },

    has: async (session, need) => (await enough(session, need)) !== undefined,

    async require(session, need) {
      if (isFree(session.account, need.action)) return;
      if ((await enough(session, need)) === undefined) throw await needed(session, need);
    },

    async peek(session, need) {
      const [first] = (await enough(session, need)) ?? [];
      if (first === undefined) throw await needed(session, need);
      return first.way;
    },

    redeem: async (session, need) => (await spend(session, need)).way,

    redeemIfAsked: async (session, need) => (isFree(session.account, need.action) ? undefined : (await spend(session, need)).way),

    spend,

    async spendSlowly(session, need) {
      const { sessionId, accountId, account } = session;
      await lockAccount(db, accountId);
      const found = await live(session, need);
      const known = await waysWithProofs(account, found);
      const verdict = waitFor(account, need, { found, known });
      if (verdict === 'now') throw new Refusal('proofDoesNotCount', { reason: 'this is done at once' });
      if (verdict === 'refused') throw await needed(session, need);
      const at = clock.now();
      if (!(await spendProofs(db, { ids: found.map(({ id }) => id), at }))) throw await needed(session, need);
      await setVerifiedUntil(db, { sessionId, until: (await rows.lastExpiry({ sessionId, accountId, at })) ?? null });
      const [targetHash] = hashesOf(need.action, need.target);
      return { targetHash, shown: shownIn(found, known), ways: known, waitMs: verdict.afterMs };
    },

    async standingOf(session, need) {
      const shown = await live(session, need);
      const known = await waysWithProofs(session.account, shown);
      const have = shown.map((proof) => familyOf(proof, known));
      return { have, need: needOf(session.account, need.action) };
    },

    async dedicate(session, need) {
      await lockAccount(db, session.accountId);
      // A mailed link finishes what one proof has begun; where two are due, the code does.
      if (needOf(session.account, need.action).independent) return undefined;
      for (const { id, way } of (await enough(session, need)) ?? []) {
        if (await dedicateProof(db, { id, action: need.action, at: clock.now() })) return way;
      }
      return undefined;
    },
  };
}

/** Whether an account shows nothing for an action. */
function isFree(account: Account, action: SensitiveAction): boolean {
  return proofOf(action) === 0 && account.twoStepAt === null;
}

/** The verdict on an action that may wait, by the ways that were shown. On an ordinary account nothing waits. */
function waitFor(
  account: Account,
  need: ProofNeed,
  { found, known }: { readonly found: readonly LiveProof[]; readonly known: AccountWays },
): Verdict {
  const isProtected = account.twoStepAt !== null;
  if (!isProtected) return 'now';
  const shown = shownIn(found, known);
  const weight = { strength: proofOf(need.action), onProtected: 'two' } as const;
  const verdict = mayAct(weight, { ...known, shown, possible: known.own, isProtected });
  return verdict === 'now' || isFit(withPaper(account, found), need, { shown, known }) ? verdict : 'refused';
}

/**
 * Whether the ways open a wait: it stands for the second one, so that a first one alone has to do for the action on an ordinary
 * account. Two roots count together, whatever each is worth.
 */
function isFit(
  account: Account,
  need: ProofNeed,
  { shown, known }: { readonly shown: readonly Way[]; readonly known: AccountWays },
): boolean {
  if (rootsIn(independence(shown, known)) === 2) return true;
  return waysFor(account, need, known).some(({ id }) => shown.some((way) => way.id === id));
}

/** A way that was shown, as the dialog counts it. */
export interface ShownFamily {
  readonly family: WayKind;
  readonly root: WayKind;
}

function familyOf({ way: id }: LiveProof, { known, now }: AccountWays): ShownFamily {
  const way = known.get(id);
  return { family: kindOf(id), root: kindOf(way === undefined ? id : standingOf(way, known, now).root) };
}

/** The account with the recovery codes of which the last was spent for one of these proofs. */
function withPaper(account: Account, proofs: readonly LiveProof[]): Account {
  const isLast = account.recoveryCodes.left === 0 && proofs.some(({ method }) => method === 'recovery');
  return isLast ? { ...account, recoveryCodes: { ...account.recoveryCodes, left: 1 } } : account;
}

/** The way of a method of which an account has one. */
function singleWay(ways: Pick<Ways, 'idOf'>, account: Account, method: string): WayId | undefined {
  const single = proofMethods.find((known) => known === method);
  return single === 'phone' || single === 'email' || single === 'password' ? ways.idOf(account, single) : undefined;
}

/** Makes the form and the action use the same spelling. */
function canonicalTarget(action: SensitiveAction | undefined, target: string): string {
  const kind = action && targetOf(action);
  return kind === 'phone' || kind === 'email' ? (canon(kind, target) ?? target) : target;
}
