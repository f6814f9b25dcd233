import type { Contact } from '#server/core/account/identifiers/contact.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';

/** Hash of a phone or an email. */
export function contactHash(keyring: Pick<Keyring, 'mac'>, { channel, address }: Contact): string {
  return keyring.mac('former-contact', textOf(channel === 'sms' ? 'phone' : 'email', address));
}

/**
 * Whether somebody who is not the owner has frozen the account by a link to this contact: until another one takes its
 * place, it gets no acting links.
 */
export async function isMuted(
  { db, keyring }: { readonly db: Db; readonly keyring: Pick<Keyring, 'macs'> },
  accountId: string,
  { kind, value }: { readonly kind: 'phone' | 'email'; readonly value: string },
): Promise<boolean> {
  const found = await db
    .q()
    .selectFrom('incidents')
    .select('id')
    .where('account_id', '=', accountId)
    .where('muted', 'in', [...keyring.macs('former-contact', textOf(kind, value))])
    .limit(1)
    .execute();
  return found.length > 0;
}

function textOf(kind: 'phone' | 'email', value: string): string {
  return `${kind}:${value.toLowerCase()}`;
}
