import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';
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
    /** Messages that the caller is still sending: their lease may end meanwhile. */
    readonly except?: readonly string[];
  },
): Promise<OutboxRow[]> {
  const rows = await leaseOf(db.engine, except.length)(db, {
    channel,
    at,
    until: at + leaseMs,
    limit,
    ...Object.fromEntries(except.map((id, index) => [`except${index}`, id])),
  });
  return rows.toSorted((a, b) => a.created_at - b.created_at);
}

type Lease = Pick<OutboxRow, 'channel'> & { at: number; until: number; limit: number } & Record<`except${number}`, string>;

/** A statement for each number of messages that the caller is still sending: at most as many as there are places. */
const leases = new Map<string, ReturnType<typeof newLease>>();

function leaseOf(engine: Db['engine'], exceptions: number): ReturnType<typeof newLease> {
  const name = `${engine} ${exceptions}`;
  const lease = leases.get(name) ?? newLease(engine, exceptions);
  leases.set(name, lease);
  return lease;
}

function newLease(engine: Db['engine'], exceptions: number) {
  return prepared<PlatformDatabase, Lease, OutboxRow>((q, param) =>
    q
      .updateTable('outbox')
      .set((eb) => ({ leased_until: param('until'), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('channel', '=', param('channel'))
          .where('not_before', '<=', param('at'))
          .where('leased_until', '<=', param('at'))
          .where('expires_at', '>', param('at'))
          .$if(exceptions > 0, (query) =>
            query.where(
              'id',
              'not in',
              Array.from({ length: exceptions }, (_, index) => param(`except${index}`)),
            ),
          )
          .orderBy('not_before')
          .orderBy('id')
          .limit(param('limit'))
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .returningAll(),
  );
}

/** Records that a message has taken its place in the budget of the site, so that no retry takes another. */
export async function noteCounted(db: Db, counted: { readonly id: string; readonly at: number }): Promise<void> {
  await setCounted(db, counted);
}

const setCounted = prepared<PlatformDatabase, { id: string; at: number }, unknown>((q, param) =>
  q
    .updateTable('outbox')
    .set({ counted_at: param('at') })
    .where('id', '=', param('id'))
    .where('counted_at', 'is', null),
);

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
