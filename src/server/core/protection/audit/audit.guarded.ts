import type { Db } from '#server/core/database/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Puts audit rows under a seal, each once and permanently; returns the number of rows that had none. */
export async function sealAuditRows(db: Db, { seal, ids }: { readonly seal: number; readonly ids: readonly string[] }): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('audit')
    .set({ seal })
    .where('id', 'in', ids)
    .where('seal', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
