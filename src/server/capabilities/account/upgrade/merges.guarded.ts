import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Claims the undo of a merge: true for exactly one caller, and only until its time is over. */
export async function claimMergeUndo(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_merges')
      .set({ undone_at: at })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .where('undo_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
