import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { KeysTable } from './keys.table.ts';

/** A key common to all instances, with a sealed private part. */
export type StoredKey = Selectable<KeysTable>;

/**
 * All keys of a purpose that have not retired. Removes the rows of the others: a retired key is useful only to a thief.
 */
export async function loadKeys(db: Db, { purpose, at }: { readonly purpose: string; readonly at: number }): Promise<StoredKey[]> {
  await db.q().deleteFrom('keys').where('purpose', '=', purpose).where('retires_at', '<=', at).execute();
  return await db.q().selectFrom('keys').selectAll().where('purpose', '=', purpose).execute();
}

/**
 * Adds a key and retires the others of its purpose at `othersRetireAt`. If several instances add the same id at once,
 * the first wins, and the others change nothing.
 */
export async function addKey(
  db: Db,
  { key, othersRetireAt }: { readonly key: Omit<StoredKey, 'retires_at'>; readonly othersRetireAt: number },
): Promise<void> {
  await db.tx(async () => {
    if (await insertKey(db, { ...key, retires_at: null })) {
      await db
        .q()
        .updateTable('keys')
        .set({ retires_at: othersRetireAt })
        .where('purpose', '=', key.purpose)
        .where('id', '!=', key.id)
        .where('retires_at', 'is', null)
        .execute();
    }
  });
}

/** Adds a key beside the others: true for one caller with this id. */
export async function insertKey(db: Db, key: StoredKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('keys')
    .values(key)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces the private part of a key. */
export async function replaceSealedPart(db: Db, id: string, sealed: string): Promise<void> {
  await db.q().updateTable('keys').set({ sealed_part: sealed }).where('id', '=', id).execute();
}

/** The newest key of each purpose, with the time when it was made, in milliseconds. */
export async function newestKeys(db: Db): Promise<readonly { readonly purpose: string; readonly madeAt: number }[]> {
  return db
    .q()
    .selectFrom('keys')
    .select((eb) => ['purpose', eb.fn.max('created_at').as('madeAt')])
    .groupBy('purpose')
    .execute();
}
