import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { LegacyMergesTable } from '#server/core/account/legacy/legacy-merges.table.ts';

export type MergeRow = Selectable<LegacyMergesTable>;

/** Notes a merge under the account's lock, in the caller's transaction, after all existing ones. */
export async function insertMerge(db: Db, merge: Omit<MergeRow, 'position' | 'undone_at'>): Promise<void> {
  const last = await db
    .q()
    .selectFrom('legacy_merges')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('account_id', '=', merge.account_id)
    .executeTakeFirst();
  await db
    .q()
    .insertInto('legacy_merges')
    .values({ ...merge, position: (last?.position ?? 0) + 1, undone_at: null })
    .execute();
}

/** The merge whose mailed link has this hash, whatever its state. */
export async function findMergeByUndo(db: Db, undoHash: string): Promise<MergeRow | undefined> {
  return db.q().selectFrom('legacy_merges').selectAll().where('undo_hash', '=', undoHash).executeTakeFirst();
}
