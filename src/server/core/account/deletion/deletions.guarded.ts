import type { Selectable } from 'kysely';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { DeletionsTable } from './deletions.table.ts';

/** Withdraws the pending deletion request of an account: true for the one caller that came in time. */
export async function withdrawDeletionRow(
  db: Db,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('deletions')
      .set({ state: 'withdrawn', ended_at: at })
      .where('account_id', '=', accountId)
      .where('state', '=', 'pending')
      .where('due_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

export type DeletionRow = Selectable<DeletionsTable>;

/**
 * Leases one deletion that is due, or one left half done; it can no longer be withdrawn. Two instances never hold the
 * same one; after the lease expires, another may try. One of an account that an authority holds waits.
 */
export async function leaseDeletion(
  db: Db,
  { at, leaseMs }: { readonly at: number; readonly leaseMs: number },
): Promise<DeletionRow | undefined> {
  return await unguarded(db)
    .updateTable('deletions')
    .set({ state: 'purging', leased_until: at + leaseMs })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deletions')
        .select('id')
        .where('state', 'in', ['pending', 'purging'])
        .where('due_at', '<=', at)
        .where('leased_until', '<=', at)
        .where(notHeld('deletions.account_id', at))
        .orderBy('leased_until')
        .orderBy('due_at')
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Whether a leased deletion may go on, under the lock of its account: a hold that was put while it was being leased was not
 * there to be seen.
 */
export async function confirmDeletion(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  const leased = db.q().selectFrom('deletions').select('id').where('id', '=', id).where('state', '=', 'purging');
  return (await leased.where(notHeld('deletions.account_id', at)).executeTakeFirst()) !== undefined;
}

/** Finishes a deletion and erases the person's feedback: true for the one caller that found it in progress, and not held since. */
export async function finishDeletion(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('deletions')
      .set({ state: 'purged', ended_at: at, channel: '', reason: '', detail: '' })
      .where('id', '=', id)
      .where('state', '=', 'purging')
      .where(notHeld('deletions.account_id', at))
      .executeTakeFirstOrThrow(),
  );
}

/** Reminder count of a deletion whose owner was told a different date. */
export const toldOtherDate = -1;

/**
 * Sets a new date for pending deletions, of one account or of all; their owners are still to be told. Returns their
 * number. Only for a restored database before it is served: an announced date is a promise.
 */
export async function restartDeletions(
  db: Db,
  { accountId, dueAt }: { readonly accountId?: string; readonly dueAt: number },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('deletions')
    .set({ due_at: dueAt, reminders: toldOtherDate })
    .where('state', '=', 'pending')
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Claims the reminder with this number for a pending deletion due before then: each request for exactly one caller. */
export async function takeReminder(
  db: Db,
  { number, dueBefore, at }: { readonly number: number; readonly dueBefore: number; readonly at: number },
): Promise<DeletionRow | undefined> {
  return await unguarded(db)
    .updateTable('deletions')
    .set({ reminders: number })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deletions')
        .select('id')
        .where('state', '=', 'pending')
        .where('due_at', '<=', dueBefore)
        .where('due_at', '>', at)
        .where('reminders', '<', number)
        .orderBy('due_at')
        .limit(1)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}
