import { limits } from '#contract/limits.ts';
import { proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { canon } from '#server/core/accounts/identifier.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { lockAccount } from '#server/core/accounts/accounts.guarded.ts';
import { dedicateProof, spendProofs } from './proofs.guarded.ts';
import { setVerifiedUntil } from '#server/core/sessions/sessions.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { methodsFor, methodsOf, type AvailableMethod } from './methods.ts';
import { textOfWays } from '#server/core/second-step/assurance-columns.ts';
import { afterClaim } from '#server/core/ways/decisions.ts';
import { kindOf, standingOf, type WayId } from '#server/core/ways/way.ts';
import type { WayKind } from '#contract/vocabulary/ways.ts';
import type { AccountWays, Taking, Ways } from '#server/core/ways/ways.ts';
import { createClaimRows } from '#server/core/claims/claims.repository.ts';
import { independentSet, methodsBeside, needOf, takingBy, type LiveProof, type Need } from './proof-sets.ts';
import { createProofRows } from './proofs.repository.ts';

export type { ProofMethod, SensitiveAction } from '#contract/vocabulary/identity-proof.ts';

/** Proof requirement of a sensitive action. */
export interface ProofNeed {
  readonly action: SensitiveAction;
  /** Target of the action, if it has one: a new phone, a new email, a platform. */
  readonly target?: string;
}

/** A method that just succeeded, and the stated purpose. */
export interface GivenProof {
  readonly method: ProofMethod;
  /** Undefined: valid for one action, the first that needs it. */
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
  /** The way that was shown. */
  readonly way: WayId;
  /** The known browser in which it was; undefined in a strange one. */
  readonly browser?: WayId | undefined;
}

/** What a set of proofs was, when it was spent. */
export interface SpentProofs {
  /** Of the first of them. */
  readonly method: ProofMethod;
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
  /** Those of them that suffice for an action; may be empty. */
  methodsFor(account: Account, action: SensitiveAction): Promise<readonly AvailableMethod[]>;
  /**
   * Checks whether a proof by this method suffices for the action.
   * @throws {Refusal} verificationNeeded with `data.methods`: those that suffice
   */
  refuseTooWeak(session: Session, proof: Omit<GivenProof, 'way'>): Promise<void>;
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
   * The method of the proof, without spending it: for a part of something that spends it at its end.
   * @throws {Refusal} verificationNeeded as `require`
   */
  peek(session: Session, need: ProofNeed): Promise<ProofMethod>;
  /**
   * Spends the proof, in the transaction of the action and before any other step. Locks the account until the
   * transaction ends. Returns its method.
   * @throws {Refusal} verificationNeeded as `require`, also when another request spent it
   */
  redeem(session: Session, need: ProofNeed): Promise<ProofMethod>;
  /**
   * As `redeem`, with what the spent set says of whoever took something. On a protected account an action of two takes two
   * independent ways; `also` is a way that the caller has proven itself, just now.
   */
  spend(session: Session, need: ProofNeed, also?: WayId): Promise<SpentProofs>;
  /** What was shown in this session for an action, and what the action takes. */
  standingOf(session: Session, need: ProofNeed): Promise<{ readonly have: readonly ShownFamily[]; readonly need: Need }>;
  /**
   * Reserves a proof for an action that starts now and ends through a mailed link, so that one proof never serves two
   * actions. In the caller's transaction. Returns its method; undefined without a proof.
   */
  dedicate(session: Session, need: ProofNeed): Promise<ProofMethod | undefined>;
}

export interface ProofsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly ways: Pick<Ways, 'of' | 'idOf'>;
}

export function createProofs({ db, clock, keyring, ways }: ProofsDeps): Proofs {
  const rows = createProofRows(db);
  const claims = createClaimRows(db);

  function hashesOf(action: SensitiveAction | undefined, target: string | undefined): readonly [string, ...string[]] {
    return target === undefined ? [''] : keyring.macs('proof-target', canonicalTarget(action, target));
  }

  async function enoughFor(account: Account, action: SensitiveAction): Promise<readonly AvailableMethod[]> {
    return methodsFor(account, action, await ways.of(account));
  }

  async function needed(session: Session, need: ProofNeed): Promise<Refusal> {
    const { account } = session;
    const known = await ways.of(account);
    const wanted = needOf(account, need.action);
    const shown = wanted.independent ? await live(session, need) : [];
    const methods = wanted.independent
      ? methodsBeside(
          methodsOf(account).map((each) => ({ ...each, way: ways.idOf(account, each.method) })),
          shown,
          known,
        )
      : await enoughFor(account, need.action);
    const have = shown.flatMap((proof) => familiesIn(proof, known));
    return new Refusal('verificationNeeded', { data: { methods, have, need: wanted, slow: false } });
  }

  /** All live proofs of the session that are good for the action, whatever their strength. */
  async function live({ sessionId, accountId }: Session, { action, target }: ProofNeed): Promise<readonly LiveProof[]> {
    const found = await rows.findFor({ sessionId, accountId, action, targetHashes: hashesOf(action, target), at: clock.now() });
    return found.flatMap(({ id, method: by, ways: shown }) => {
      const method = proofMethods.find((each) => each === by);
      return method === undefined ? [] : [{ id, method, ways: shown }];
    });
  }

  /** The smallest set of proofs that does; undefined without one. */
  async function enough(session: Session, need: ProofNeed, also?: WayId): Promise<readonly LiveProof[] | undefined> {
    const { account } = session;
    const found = await live(session, need);
    if (!needOf(account, need.action).independent) {
      const methods = (await enoughFor(account, need.action)).map(({ method }) => method);
      const first = found.find(({ method }) => methods.includes(method));
      return first && [first];
    }
    const given = also === undefined ? [] : [{ id: '', method: 'password' as const, ways: [also] }];
    return independentSet([...given, ...found], await ways.of(account));
  }

  async function refuseAfterClaim({ account, assurance }: Session, { action }: ProofNeed): Promise<void> {
    if (afterClaim(action)) return;
    const since = clock.now() - afterClaimMs;
    const done = (await claims.since(account.id, since - 30 * day)).find(
      (claim) => claim.state === 'done' && claim.kind === 'recovery' && (claim.ended_at ?? 0) > since,
    );
    if (done === undefined) return;
    const known = await ways.of(account);
    const roots: readonly string[] = JSON.parse(done.roots) as readonly string[];
    const isOfClaim = assurance.ways.every((id) => {
      const way = known.known.get(id);
      return roots.includes(way === undefined ? id : standingOf(way, known.known, known.now).root);
    });
    if (isOfClaim) throw new Refusal('verificationNeeded', { data: { methods: [], reason: 'afterClaim' } });
  }

  async function spend(session: Session, need: ProofNeed, also?: WayId): Promise<SpentProofs> {
    const { sessionId, accountId, account } = session;
    await lockAccount(db, accountId);
    await refuseAfterClaim(session, need);
    const set = await enough(session, need, also);
    const stored = (set ?? []).filter(({ id }) => id !== '');
    const [first] = set ?? [];
    if (set === undefined || first === undefined) throw await needed(session, need);
    const at = clock.now();
    if (stored.length > 0 && !(await spendProofs(db, { ids: stored.map(({ id }) => id), at }))) throw await needed(session, need);
    await setVerifiedUntil(db, { sessionId, until: (await rows.lastExpiry({ sessionId, accountId, at })) ?? null });
    return { method: first.method, taking: takingBy(set, await ways.of(account), sessionId) };
  }

  async function worthOf(account: Account, id: WayId): Promise<{ readonly root?: string; readonly strength?: number }> {
    const { known, now } = await ways.of(account);
    const way = known.get(id);
    if (way === undefined) return {};
    const { root, strength } = standingOf(way, known, now);
    return { root, strength };
  }

  return {
    methods: methodsOf,

    methodsFor: enoughFor,

    async refuseTooWeak(session, { method, action, target }) {
      // Two ways count together, whatever each is worth alone.
      if (action === undefined || needOf(session.account, action).independent) return;
      const sufficient = await enoughFor(session.account, action);
      if (sufficient.some((each) => each.method === method)) return;
      throw await needed(session, { action, ...(target === undefined ? {} : { target }) });
    },

    async issue({ sessionId, accountId, account }, { method, action, target, way, browser }) {
      const at = clock.now();
      const expiresAt = at + limits.verificationLifeMs;
      const { credentialEpoch } = account;
      const [targetHash] = hashesOf(action, target);
      await rows.insert({
        accountId,
        sessionId,
        credentialEpoch,
        method,
        action: action ?? '',
        targetHash,
        ways: textOfWays(browser === undefined ? [way] : [way, browser]),
        ...(await worthOf(account, way)),
        at,
        expiresAt,
      });
      await setVerifiedUntil(db, { sessionId, until: expiresAt });
      return { verifiedUntil: expiresAt };
    },

    has: async (session, need) => (await enough(session, need)) !== undefined,

    async require(session, need) {
      await refuseAfterClaim(session, need);
      if ((await enough(session, need)) === undefined) throw await needed(session, need);
    },

    async peek(session, need) {
      const [first] = (await enough(session, need)) ?? [];
      if (first === undefined) throw await needed(session, need);
      return first.method;
    },

    redeem: async (session, need) => (await spend(session, need)).method,

    spend,

    async standingOf(session, need) {
      const known = await ways.of(session.account);
      const have = (await live(session, need)).flatMap((proof) => familiesIn(proof, known));
      return { have, need: needOf(session.account, need.action) };
    },

    async dedicate(session, need) {
      await lockAccount(db, session.accountId);
      // A mailed link finishes what one proof has begun; where two are due, the code does.
      if (needOf(session.account, need.action).independent) return undefined;
      for (const { id, method } of (await enough(session, need)) ?? []) {
        if (await dedicateProof(db, { id, action: need.action, at: clock.now() })) return method;
      }
      return undefined;
    },
  };
}

/** A way that was shown, as the dialog counts it. */
export interface ShownFamily {
  readonly family: WayKind;
  readonly root: WayKind;
}

/** How long whoever got in by a claim adds and sets alone. */
const afterClaimMs = 7 * day;

function familiesIn({ ways }: LiveProof, { known, now }: AccountWays): readonly ShownFamily[] {
  return ways.map((id) => {
    const way = known.get(id);
    return { family: kindOf(id), root: kindOf(way === undefined ? id : standingOf(way, known, now).root) };
  });
}

/** Makes the form and the action use the same spelling. */
function canonicalTarget(action: SensitiveAction | undefined, target: string): string {
  switch (action) {
    case 'bindPhone':
    case 'changePhone':
    case 'unbindPhone':
      return canon('phone', target) ?? target;
    case 'bindEmail':
    case 'changeEmail':
    case 'unbindEmail':
      return canon('email', target) ?? target;
    case undefined:
    case 'setPassword':
    case 'changePassword':
    case 'changeRegion':
    case 'deleteAccount':
    case 'bindSocial':
    case 'unbindSocial':
    case 'endOthers':
    case 'mergeAccounts':
    case 'keepAdded':
    case 'addTotp':
    case 'removeTotp':
    case 'makeRecoveryCodes':
    case 'enableTwoStep':
    case 'disableTwoStep':
    case 'changeTwoStep':
      return target;
  }
}
