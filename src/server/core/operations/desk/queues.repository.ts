import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';

/** Members who work on items of a queue now, by item. */
export async function listLeases(
  db: Db,
  { queue, at }: { readonly queue: string; readonly at: number },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .q()
    .selectFrom('desk_leases')
    .select(['item', 'member'])
    .where('queue', '=', queue)
    .where('until', '>', at)
    .execute();
  return new Map(rows.map(({ item, member }) => [item, member]));
}

/** Messages since a moment that have not left, newest first. @internal */
export function undeliveredQuery(db: Db, since: number) {
  // The state is written out: only so can the planner use the index of these rows.
  return db
    .q()
    .selectFrom('sent_messages')
    .where('at', '>=', since)
    .where('state', '<>', sql.lit('sent' as const))
    .orderBy('at', 'desc');
}

export async function listUndelivered(db: Db, { since, limit }: { readonly since: number; readonly limit: number }) {
  return undeliveredQuery(db, since).select(['id', 'at', 'channel', 'kind', 'state', 'target', 'reference']).limit(limit).execute();
}
