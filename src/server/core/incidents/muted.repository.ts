import type { Account } from '#server/core/accounts/account.ts';
import type { Db } from '#server/core/database.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';

/** Hash of the phone or email of an account whose messages somebody else reads; '' without one. */
export function mutedContact(
  keyring: Pick<Keyring, 'mac'>,
  { kind, account: { phone, emailShown } }: { readonly kind: 'phone' | 'email'; readonly account: Pick<Account, 'phone' | 'emailShown'> },
): string {
  const value = kind === 'phone' ? phone : emailShown;
  return value === null ? '' : keyring.mac('former-contact', textOf(kind, value));
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
