import type { Db } from '#server/platform/db/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Claims a single-use value from outside: true for the first caller, false for all later ones. */
export async function claimOnce(
  db: Db,
  { kind, id, at, expiresAt }: { readonly kind: string; readonly id: string; readonly at: number; readonly expiresAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('claims')
    .values({ kind, id, claimed_at: at, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
