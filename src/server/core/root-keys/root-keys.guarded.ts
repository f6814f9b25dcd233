import { sql } from 'kysely';
import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Records that a root key seals from now on, and cancels an earlier record of its end. */
export async function noteRootKey(
  db: Db,
  { name, position, at }: { readonly name: string; readonly position: number; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .insertInto('root_keys')
    .values({ name, position, first_at: at, current_at: at, ended_at: null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        current_at: sql`case when excluded.current_at > root_keys.current_at then excluded.current_at else root_keys.current_at end`,
        ended_at: null,
      }),
    )
    .execute();
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
