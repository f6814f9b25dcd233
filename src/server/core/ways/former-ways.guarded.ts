import type { Db } from '#server/core/database.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Makes former ways void: those that a recovery did not keep, or that came back. */
export async function endFormerWays(
  db: Db,
  { ids, outcome }: { readonly ids: readonly string[]; readonly outcome: 'restored' | 'dropped' },
): Promise<void> {
  if (ids.length === 0) return;
  await unguarded(db).updateTable('former_ways').set({ outcome }).where('id', 'in', ids).where('outcome', 'is', null).execute();
}
