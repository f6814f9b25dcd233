import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';
import type { IdentifierKind } from './identifier.ts';

export interface NamesDeps {
  readonly db: Db;
  readonly keyring: Pick<Keyring, 'mac' | 'macs'>;
}

/**
 * Keyed: whoever has the database alone cannot tell whether a name that they think of is that of somebody who is gone.
 */
const purpose = 'resting-name';

/**
 * Whether a name is that of a purged account and may not be taken yet: it rests until the hourly removal of what has had its time finds
 * it. Phones and emails never rest: their next owner may register.
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

/** Keeps a name from being taken until then, in the transaction that takes it from its account. */
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
