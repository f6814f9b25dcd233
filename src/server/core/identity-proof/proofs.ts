import { limits } from '#contract/limits.ts';
import type { ProofMethod, SensitiveAction } from '#contract/vocabulary/identity-proof.ts';
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
import { createProofRows, type ProofRecord } from './proofs.repository.ts';

export type { ProofMethod, SensitiveAction } from '#contract/vocabulary/identity-proof.ts';

/** What a sensitive action asks for. */
export interface ProofNeed {
  readonly action: SensitiveAction;
  /** What the action is about, where it is about something: a new phone, a new email, a platform. */
  readonly target?: string;
}

/** A method that has just succeeded, and what the person said it is for. */
export interface GivenProof {
  readonly method: ProofMethod;
  /** Undefined: good for one action, whichever comes first. */
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
}

/**
 * Proofs of identity (contract 3): bound to account, session and credentials, to an action and a target where they were named, good
 * for ten minutes and for one action, and not weaker than what the action removes. Nothing but the database knows them: no token
 * travels.
 */
export interface Proofs {
  /** What this account can prove with, targets masked. */
  methods(account: Account): readonly AvailableMethod[];
  /**
   * Whether a proof by this method would do for the action.
   * @throws {Refusal} verificationNeeded with `data.methods`: those that would
   */
  refuseTooWeak(account: Account, proof: GivenProof): void;
  /** Notes a proof for the session, in the caller's transaction. Call it after the method has succeeded, with the session's new id. */
  issue(session: Pick<Session, 'sessionId' | 'accountId' | 'account'>, proof: GivenProof): Promise<{ readonly verifiedUntil: number }>;
  /** Whether there is a proof. */
  has(session: Session, need: ProofNeed): Promise<boolean>;
  /**
   * Looks whether there is a proof, and spends nothing: for a first look, before anything costly.
   * @throws {Refusal} verificationNeeded with `data.methods`, which is empty for an account that has none for this action
   */
  require(session: Session, need: ProofNeed): Promise<void>;
  /**
   * Spends the proof, in the transaction of the action, first of all: nobody else changes the account until that ends.
   * @throws {Refusal} verificationNeeded as `require`, also when another request has spent it
   */
  redeem(session: Session, need: ProofNeed): Promise<void>;
  /**
   * Keeps a proof for an action that is about to begin and ends elsewhere, with a mailed link: from now on it is good for nothing else,
   * so that one proof never does two things. In the caller's transaction; false where there is none.
   */
  dedicate(session: Session, need: ProofNeed): Promise<boolean>;
}

export function createProofs({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }): Proofs {
  const rows = createProofRows(db);

  function hashesOf(action: SensitiveAction | undefined, target: string | undefined): readonly [string, ...string[]] {
    return target === undefined ? [''] : keyring.macs('proof-target', canonicalTarget(action, target));
  }

  async function candidates({ sessionId, accountId, account }: Session, { action, target }: ProofNeed): Promise<ProofRecord[]> {
    const found = await rows.findFor({ sessionId, accountId, action, targetHashes: hashesOf(action, target), at: clock.now() });
    const enough = methodsFor(account, action).map(({ method }): string => method);
    return found.filter(({ method }) => enough.includes(method));
  }

  return {
    methods: methodsOf,

    refuseTooWeak(account, { method, action }) {
      if (action === undefined) return;
      if (!methodsFor(account, action).some((enough) => enough.method === method)) throw needed(account, action);
    },

    async issue({ sessionId, accountId, account }, { method, action, target }) {
      const at = clock.now();
      const expiresAt = at + limits.verificationLifeMs;
      const { credentialEpoch } = account;
      const [targetHash] = hashesOf(action, target);
      await rows.insert({ accountId, sessionId, credentialEpoch, method, action: action ?? '', targetHash, at, expiresAt });
      await setVerifiedUntil(db, { sessionId, until: expiresAt });
      return { verifiedUntil: expiresAt };
    },

    has: async (session, need) => (await candidates(session, need)).length > 0,

    async require(session, need) {
      if ((await candidates(session, need)).length === 0) throw needed(session.account, need.action);
    },

    async redeem(session, need) {
      const { sessionId, accountId } = session;
      await lockAccount(db, accountId);
      for (const { id } of await candidates(session, need)) {
        if (await spendProof(db, { id, at: clock.now() })) {
          const until = (await rows.lastExpiry({ sessionId, accountId, at: clock.now() })) ?? null;
          await setVerifiedUntil(db, { sessionId, until });
          return;
        }
      }
      throw needed(session.account, need.action);
    },

    async dedicate(session, need) {
      await lockAccount(db, session.accountId);
      for (const { id } of await candidates(session, need)) {
        if (await dedicateProof(db, { id, action: need.action, at: clock.now() })) return true;
      }
      return false;
    },
  };
}

function needed(account: Account, action: SensitiveAction): Refusal {
  return new Refusal('verificationNeeded', { data: { methods: methodsFor(account, action) } });
}

/** One spelling for what a form shows and what the action uses. */
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
      return target;
  }
}
