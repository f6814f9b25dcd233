import type { Db } from '#server/core/database/db.ts';

/** The id that ends the next batch of accounts. */
export async function endOfBatch(db: Db, { after, size }: { readonly after: string; readonly size: number }): Promise<string | undefined> {
  const rows = await db.q().selectFrom('accounts').select('id').where('id', '>', after).orderBy('id').limit(size).execute();
  return rows.at(-1)?.id;
}

/** Counts the deletions that the next run carries out, and the later ones. */
export async function countDeletions(db: Db, at: number): Promise<{ readonly due: number; readonly later: number }> {
  const rows = await db.q().selectFrom('deletions').select('due_at').where('state', 'in', ['pending', 'purging']).execute();
  const due = rows.filter(({ due_at }) => due_at <= at).length;
  return { due, later: rows.length - due };
}

/** The ids of this list that the trail contains. */
export async function auditRowsAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.q().selectFrom('audit').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}
