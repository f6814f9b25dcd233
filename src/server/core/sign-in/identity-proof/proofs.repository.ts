import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import { waysIn } from '#server/core/sign-in/ways/assurance-columns.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';

export interface ProofRecord {
  readonly id: string;
  readonly method: string;
  readonly action: string;
  readonly expiresAt: number;
  /** Ways that were shown for it. */
  readonly ways: readonly WayId[];
}

/** Owner and purpose of the wanted proofs, including the action and target that they may name. */
export interface ProofSearch {
  readonly sessionId: string;
  readonly accountId: string;
  readonly at: number;
}

/** The SQL on `proofs`. Spending and moving are in `proofs.guarded.ts`. */
export interface ProofRows {
  insert(proof: {
    /** Hash of the token, for proofs that have one. */
    readonly id?: string;
    readonly accountId: string;
    readonly sessionId: string;
    readonly credentialEpoch: number;
    readonly method: string;
    /** Ways that were shown for it, as `textOfWays` writes them. */
    readonly way: string;
    readonly action: string;
    readonly targetHash: string;
    readonly at: number;
    readonly expiresAt: number;
  }): Promise<void>;
  /** Live proofs for the action and the target, those that name them first. */
  findFor(search: ProofSearch & { readonly action: string; readonly targetHashes: readonly string[] }): Promise<ProofRecord[]>;
  /** The live proof of a token that is restricted to one of these actions. */
  findById(
    search: Omit<ProofSearch, 'accountId'> & { readonly id: string; readonly actions: readonly string[] },
  ): Promise<{ readonly accountId: string; readonly action: string; readonly ways: readonly WayId[] } | undefined>;
  /** The ways of every proof that was given since `since`, spent or not. */
  given(search: Omit<ProofSearch, 'at'> & { readonly since: number }): Promise<readonly WayId[]>;
  /** End of the last live proof; undefined without one. */
  lastExpiry(search: ProofSearch): Promise<number | undefined>;
}

export function createProofRows(db: Db): ProofRows {
  /** Live: unspent, not expired, and of the account's current credentials. */
  function live({ sessionId, at }: Omit<ProofSearch, 'accountId'>) {
    return db
      .q()
      .selectFrom('proofs')
      .innerJoin('accounts', 'accounts.id', 'proofs.account_id')
      .where('proofs.session_id', '=', sessionId)
      .where('proofs.spent_at', 'is', null)
      .where('proofs.expires_at', '>', at)
      .whereRef('proofs.credential_epoch', '=', 'accounts.credential_epoch');
  }

  return {
    async insert({ id = newId(), accountId, sessionId, credentialEpoch, method, way, action, targetHash, at, expiresAt }) {
      await db
        .q()
        .insertInto('proofs')
        .values({
          id,
          account_id: accountId,
          session_id: sessionId,
          credential_epoch: credentialEpoch,
          method,
          way,
          action,
          target_hash: targetHash,
          created_at: at,
          expires_at: expiresAt,
          spent_at: null,
        })
        .execute();
    },

    async findFor({ action, targetHashes, accountId, ...search }) {
      const rows = await live(search)
        .where('proofs.account_id', '=', accountId)
        .select(['proofs.id', 'proofs.method', 'proofs.way', 'proofs.action', 'proofs.expires_at'])
        .where('proofs.action', 'in', [action, ''])
        .where('proofs.target_hash', 'in', [...targetHashes, ''])
        .orderBy('proofs.action', 'desc')
        .orderBy('proofs.target_hash', 'desc')
        .orderBy('proofs.expires_at')
        .orderBy('proofs.id')
        .execute();
      return rows.map(({ id, method, way, action: named, expires_at }) => ({
        id,
        method,
        action: named,
        expiresAt: expires_at,
        ways: waysIn(way),
      }));
    },

    async findById({ id, actions, ...search }) {
      const row = await live(search)
        .select(['proofs.account_id', 'proofs.action', 'proofs.way'])
        .where('proofs.id', '=', id)
        .where('proofs.action', 'in', [...actions])
        .executeTakeFirst();
      return row && { accountId: row.account_id, action: row.action, ways: waysIn(row.way) };
    },

    given: (search) => givenWays(db, search),

    async lastExpiry({ accountId, ...search }) {
      const row = await live(search)
        .where('proofs.account_id', '=', accountId)
        .select('proofs.expires_at')
        .orderBy('proofs.expires_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.expires_at;
    },
  };
}

async function givenWays(db: Db, { sessionId, accountId, since }: Omit<ProofSearch, 'at'> & { readonly since: number }) {
  const rows = await db
    .q()
    .selectFrom('proofs')
    .innerJoin('accounts', 'accounts.id', 'proofs.account_id')
    .where('proofs.session_id', '=', sessionId)
    .where('proofs.account_id', '=', accountId)
    .where('proofs.created_at', '>', since)
    .whereRef('proofs.credential_epoch', '=', 'accounts.credential_epoch')
    .select('proofs.way')
    .execute();
  return rows.flatMap(({ way }) => waysIn(way));
}
