import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { DeletionsTable } from './deletions.table.ts';
import { newId } from '#server/platform/ids.ts';

/** A deletion request that is not withdrawn or finished. */
export interface PendingDeletion {
  readonly id: string;
  readonly accountId: string;
  readonly requestedAt: number;
  /** End of the time for withdrawal. */
  readonly dueAt: number;
}

export interface NewDeletion {
  readonly accountId: string;
  readonly channel: string;
  readonly reason: string;
  readonly detail: string;
  /** Accepted version of the agreement; null without one. */
  readonly agreement: string | null;
  readonly at: number;
  readonly dueAt: number;
  /** SHA-256 of the receipt's token; null without a receipt. */
  readonly receiptHash: string | null;
}

/** The pending or running deletion request of an account. */
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

/** Stores a request, in the caller's transaction, under the account's lock. */
export async function insertDeletion(
  db: Db,
  { accountId, channel, reason, detail, agreement, at, dueAt, receiptHash }: NewDeletion,
): Promise<void> {
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
      receipt_hash: receiptHash,
    })
    .execute();
}

export function toPending(row: Selectable<DeletionsTable>): PendingDeletion {
  return { id: row.id, accountId: row.account_id, requestedAt: row.requested_at, dueAt: row.due_at };
}
