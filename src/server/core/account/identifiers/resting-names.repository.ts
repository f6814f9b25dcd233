import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';
import type { IdentifierKind } from './identifier.ts';

export interface NamesDeps {
  readonly db: Db;
  readonly keyring: Pick<Keyring, 'mac' | 'macs'>;
}

/** Keyed, so that the database without the key cannot confirm a guess at the name of a deleted person. */
const purpose = 'resting-name';

/**
 * Whether a name of a purged account, or a former username, is still resting; the hourly removal of stale rows frees it. Phones and emails
 * never rest: their next owner may register.
 */
export async function nameRests(
  { db, keyring }: NamesDeps,
  name: { readonly kind: IdentifierKind; readonly value: string },
): Promise<boolean> {
  if (name.kind === 'phone' || name.kind === 'email') return false;
  const row = await db
    .q()
    .selectFrom('resting_names')
    .select('name_hash')
    .where('name_hash', 'in', keyring.macs(purpose, name.kind, name.value))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the rest of a name, for the account that had it. */
export async function wakeName(
  { db, keyring }: NamesDeps,
  { kind, value }: { readonly kind: IdentifierKind; readonly value: string },
): Promise<void> {
  await db
    .q()
    .deleteFrom('resting_names')
    .where('name_hash', 'in', keyring.macs(purpose, kind, value))
    .execute();
}

/** Makes a name rest until the given time, in the transaction that takes it from its account. */
export async function restName(
  { db, keyring }: NamesDeps,
  { kind, value, until }: { readonly kind: 'username' | 'nickname'; readonly value: string; readonly until: number },
): Promise<void> {
  await db
    .q()
    .insertInto('resting_names')
    .values({ name_hash: keyring.mac(purpose, kind, value), rests_until: until })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet({ rests_until: until }))
    .execute();
}
