import type { Db } from '#server/core/database/db.ts';
import type { Identifier } from './identifier.ts';

/**
 * Whether an identifier is reserved for its last account. Call it after the insert: the insert waits for a concurrent
 * transaction that gives the identifier up, so that its reservation is visible.
 */
export async function isReserved(db: Db, { kind, value }: Pick<Identifier, 'kind' | 'value'>): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('reserved_identifiers')
    .select('account_id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return row !== undefined;
}

/** Reserves an identifier that an account gives up, in the caller's transaction. The removal of stale rows frees it. */
export async function reserveIdentifier(
  db: Db,
  { accountId, kind, value, until }: Pick<Identifier, 'kind' | 'value'> & { readonly accountId: string; readonly until: number },
): Promise<void> {
  await db
    .q()
    .insertInto('reserved_identifiers')
    .values({ kind, value, account_id: accountId, reserved_until: until })
    .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet({ account_id: accountId, reserved_until: until }))
    .execute();
}

/** Ends a reservation because its account gets the identifier back, in the caller's transaction. */
export async function endReservation(
  db: Db,
  { accountId, kind, value }: Pick<Identifier, 'kind' | 'value'> & { readonly accountId: string },
): Promise<void> {
  await db
    .q()
    .deleteFrom('reserved_identifiers')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('account_id', '=', accountId)
    .execute();
}
