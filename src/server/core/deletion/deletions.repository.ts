import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { DeletionsTable } from './deletions.table.ts';
import { newId } from '#server/platform/ids.ts';

/** A request for deletion that goes on. */
export interface PendingDeletion {
  readonly id: string;
  readonly accountId: string;
  readonly requestedAt: number;
  /** From here on it cannot be withdrawn. */
  readonly dueAt: number;
}

export interface NewDeletion {
  readonly accountId: string;
  readonly channel: string;
  readonly reason: string;
  readonly detail: string;
  /** The version of the agreement that was accepted; null for none. */
  readonly agreement: string | null;
  readonly at: number;
  readonly dueAt: number;
}

/** The request of an account that is pending or being carried out. */
export async function findDeletion(db: Db, accountId: string): Promise<PendingDeletion | undefined> {
  const row = await db
    .q()
    .selectFrom('deletions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', ['pending', 'purging'])
    .executeTakeFirst();
  return row && toPending(row);
}

/** Notes a request, in the caller's transaction, under the account's lock. */
export async function insertDeletion(db: Db, { accountId, channel, reason, detail, agreement, at, dueAt }: NewDeletion): Promise<void> {
  await db
    .q()
    .insertInto('deletions')
    .values({
      id: newId(),
      account_id: accountId,
      state: 'pending',
      channel,
      reason,
      detail,
      agreement,
      requested_at: at,
      due_at: dueAt,
      reminders: 0,
      leased_until: 0,
      ended_at: null,
    })
    .execute();
}

export function toPending(row: Selectable<DeletionsTable>): PendingDeletion {
  return { id: row.id, accountId: row.account_id, requestedAt: row.requested_at, dueAt: row.due_at };
}
