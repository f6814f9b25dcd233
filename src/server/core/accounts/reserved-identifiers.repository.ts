import type { Db } from '#server/core/database.ts';
import type { Identifier } from './identifier.ts';

/**
 * Whether an identifier is kept for the account that may get it back. Ask after it was inserted: the insert has waited for whoever gave it
 * up at this moment, so that the reservation is seen.
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

/** Keeps an identifier that an account is giving up, in the caller's transaction. It is free again when the row is removed as stale. */
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

/** Ends the reservation of an identifier by its account, because the account gets it back. In the caller's transaction. */
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
