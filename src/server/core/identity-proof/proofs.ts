import { limits } from '#contract/limits.ts';
import { proofMethods, type ProofMethod, type SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { canon } from '#server/core/accounts/identifier.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { lockAccount } from '#server/core/accounts/accounts.guarded.ts';
import { dedicateProof, spendProof } from './proofs.guarded.ts';
import { setVerifiedUntil } from '#server/core/sessions/sessions.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { methodsFor, methodsOf, type AvailableMethod } from './methods.ts';
import { textOfWays } from '#server/core/second-step/assurance-columns.ts';
import type { WayId } from '#server/core/ways/way.ts';
import type { Ways } from '#server/core/ways/ways.ts';
import { createProofRows, type ProofRecord } from './proofs.repository.ts';

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
  refuseTooWeak(account: Account, proof: Omit<GivenProof, 'way'>): Promise<void>;
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
   * Reserves a proof for an action that starts now and ends through a mailed link, so that one proof never serves two
   * actions. In the caller's transaction. Returns its method; undefined without a proof.
   */
  dedicate(session: Session, need: ProofNeed): Promise<ProofMethod | undefined>;
}

export interface ProofsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly ways: Pick<Ways, 'of'>;
}

export function createProofs({ db, clock, keyring, ways }: ProofsDeps): Proofs {
  const rows = createProofRows(db);

  function hashesOf(action: SensitiveAction | undefined, target: string | undefined): readonly [string, ...string[]] {
    return target === undefined ? [''] : keyring.macs('proof-target', canonicalTarget(action, target));
  }

  async function enoughFor(account: Account, action: SensitiveAction): Promise<readonly AvailableMethod[]> {
    return methodsFor(account, action, await ways.of(account));
  }

  async function needed(account: Account, action: SensitiveAction): Promise<Refusal> {
    return new Refusal('verificationNeeded', { data: { methods: await enoughFor(account, action) } });
  }

  async function candidates(
    { sessionId, accountId, account }: Session,
    { action, target }: ProofNeed,
  ): Promise<readonly (Pick<ProofRecord, 'id'> & { readonly method: ProofMethod })[]> {
    const found = await rows.findFor({ sessionId, accountId, action, targetHashes: hashesOf(action, target), at: clock.now() });
    if (found.length === 0) return [];
    const enough = (await enoughFor(account, action)).map(({ method }) => method);
    return found.flatMap(({ id, method: by }) => {
      const method = proofMethods.find((known) => known === by);
      return method !== undefined && enough.includes(method) ? [{ id, method }] : [];
    });
  }

  return {
    methods: methodsOf,

    methodsFor: enoughFor,

    async refuseTooWeak(account, { method, action }) {
      if (action === undefined) return;
      if (!(await enoughFor(account, action)).some((enough) => enough.method === method)) throw await needed(account, action);
    },

    async issue({ sessionId, accountId, account }, { method, action, target, way }) {
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
        ways: textOfWays([way]),
        at,
        expiresAt,
      });
      await setVerifiedUntil(db, { sessionId, until: expiresAt });
      return { verifiedUntil: expiresAt };
    },

    has: async (session, need) => (await candidates(session, need)).length > 0,

    async require(session, need) {
      if ((await candidates(session, need)).length === 0) throw await needed(session.account, need.action);
    },

    async peek(session, need) {
      const [first] = await candidates(session, need);
      if (first === undefined) throw await needed(session.account, need.action);
      return first.method;
    },

    async redeem(session, need) {
      const { sessionId, accountId } = session;
      await lockAccount(db, accountId);
      for (const { id, method } of await candidates(session, need)) {
        if (await spendProof(db, { id, at: clock.now() })) {
          const until = (await rows.lastExpiry({ sessionId, accountId, at: clock.now() })) ?? null;
          await setVerifiedUntil(db, { sessionId, until });
          return method;
        }
      }
      throw await needed(session.account, need.action);
    },

    async dedicate(session, need) {
      await lockAccount(db, session.accountId);
      for (const { id, method } of await candidates(session, need)) {
        if (await dedicateProof(db, { id, action: need.action, at: clock.now() })) return method;
      }
      return undefined;
    },
  };
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
