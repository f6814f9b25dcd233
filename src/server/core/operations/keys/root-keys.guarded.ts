import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/**
 * Records that a root key seals from now on, and cancels an earlier record of its end.
 * @throws {Error} when another key has taken its place in the order
 */
export async function noteRootKey(
  db: Db,
  { name, position, at }: { readonly name: string; readonly position: number; readonly at: number },
): Promise<void> {
  const q = unguarded(db);
  // Two instances that start together insert the same row, which PostgreSQL may refuse for its name or for its position.
  await q
    .insertInto('root_keys')
    .values({ name, position, first_at: at, current_at: at, ended_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { numUpdatedRows } = await q
    .updateTable('root_keys')
    .set({ current_at: sql<number>`case when current_at < ${at} then ${at} else current_at end`, ended_at: null })
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`another root key has taken place ${position}`);
}

/** Records that a root key no longer seals anything: false when it was used since `unusedSince`. */
export async function endRootKey(
  db: Db,
  { name, unusedSince, at }: { readonly name: string; readonly unusedSince: number; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('root_keys')
      .set({ ended_at: at })
      .where('name', '=', name)
      .where('current_at', '<=', unusedSince)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}
