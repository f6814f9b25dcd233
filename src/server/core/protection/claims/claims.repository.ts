import type { Insertable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { AccountClaimsTable } from './account-claims.table.ts';
import type { ClaimRow } from './claims.guarded.ts';

/** The SQL on `account_claims`. Their ends are in `claims.guarded.ts`. */
export interface ClaimRows {
  insert(row: Insertable<AccountClaimsTable>): Promise<void>;
  find(id: string): Promise<ClaimRow | undefined>;
  /** The open ones of an account, the one that is due first in front. */
  openOf(accountId: string): Promise<readonly ClaimRow[]>;
  /** The latest claim that a browser opened as a visitor; an act is of a session. */
  ofVisitor(visitor: string): Promise<ClaimRow | undefined>;
  /** All of an account that opened after this moment, the latest first. */
  since(accountId: string, after: number): Promise<readonly ClaimRow[]>;
}

export function createClaimRows(db: Db): ClaimRows {
  const all = () => db.q().selectFrom('account_claims').selectAll();
  return {
    async insert(row) {
      await db.q().insertInto('account_claims').values(row).execute();
    },
    find: (id) => all().where('id', '=', id).executeTakeFirst(),
    openOf: (accountId) => all().where('account_id', '=', accountId).where('state', '=', 'open').orderBy('due_at').orderBy('id').execute(),
    ofVisitor: (visitor) =>
      all().where('visitor', '=', visitor).where('kind', '=', 'recovery').orderBy('opened_at', 'desc').limit(1).executeTakeFirst(),
    since: (accountId, after) =>
      all().where('account_id', '=', accountId).where('opened_at', '>', after).orderBy('opened_at', 'desc').execute(),
  };
}
