import type { Db } from '#server/platform/db/db.ts';

/** Whether a single-use value was claimed, and is still kept. */
export async function isClaimed(db: Db, { kind, id }: { readonly kind: string; readonly id: string }): Promise<boolean> {
  const row = await db.q().selectFrom('claims').select('id').where('kind', '=', kind).where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
