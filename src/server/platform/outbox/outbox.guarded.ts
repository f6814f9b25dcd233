import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { OutboxTable } from './outbox.table.ts';

export type OutboxRow = Selectable<OutboxTable>;

/**
 * Leases due messages of a channel: two workers never hold the same one, and the next worker may take an expired lease.
 */
export async function leaseOutbox(
  db: Db,
  {
    channel,
    at,
    leaseMs,
    limit,
    except = [],
  }: {
    readonly channel: OutboxRow['channel'];
    readonly at: number;
    readonly leaseMs: number;
    readonly limit: number;
    /** What the caller is still sending: its lease may end meanwhile. */
    readonly except?: readonly string[];
  },
): Promise<OutboxRow[]> {
  const rows = await unguarded(db)
    .updateTable('outbox')
    .set((eb) => ({ leased_until: at + leaseMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', channel)
        .where('not_before', '<=', at)
        .where('leased_until', '<=', at)
        .where('expires_at', '>', at)
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .orderBy('not_before')
        .orderBy('id')
        .limit(limit)
        .$if(db.engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.created_at - b.created_at);
}

/** Records that a message has taken its place in the budget of the site, so that no retry takes another. */
export async function noteCounted(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db).updateTable('outbox').set({ counted_at: at }).where('id', '=', id).where('counted_at', 'is', null).execute();
}

/** Renews a lease. False if it was lost: the message is gone, or another worker has taken it. */
export async function renewOutbox(
  db: Db,
  { id, leasedUntil, until }: { readonly id: string; readonly leasedUntil: number; readonly until: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('outbox')
      .set({ leased_until: until })
      .where('id', '=', id)
      .where('leased_until', '=', leasedUntil)
      .executeTakeFirst(),
  );
}

/** Gives a leased message back for a retry, unless its lease has expired and another worker holds it. */
export async function retryOutbox(
  db: Db,
  { id, leasedUntil, notBefore }: { readonly id: string; readonly leasedUntil: number; readonly notBefore: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('outbox')
    .set({ leased_until: 0, not_before: notBefore })
    .where('id', '=', id)
    .where('leased_until', '=', leasedUntil)
    .execute();
}
