import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Removes the phone or the email of an account, under its lock: the caller keeps a way in. */
export async function dropContact(
  db: Db,
  { accountId, kind }: { readonly accountId: string; readonly kind: 'phone' | 'email' },
): Promise<void> {
  await unguarded(db).deleteFrom('identifiers').where('account_id', '=', accountId).where('kind', '=', kind).execute();
}

export async function dropSocialAccounts(db: Db, accountId: string): Promise<void> {
  await unguarded(db).deleteFrom('social_accounts').where('account_id', '=', accountId).execute();
}

/** Removes one authenticator app of the account. */
export async function dropApp(db: Db, { accountId, id }: { readonly accountId: string; readonly id: string }): Promise<void> {
  await unguarded(db).deleteFrom('totp_secrets').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Removes one passkey of the account. */
export async function dropPasskey(db: Db, { accountId, id }: { readonly accountId: string; readonly id: string }): Promise<void> {
  await unguarded(db).deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/**
 * Ends devices and consents from this moment on: the person who added a way that is not kept may have made them. Their apps
 * have been notified of the event.
 */
export async function dropAccessSince(
  db: Db,
  { told: { accountId }, since, at }: { readonly told: Recorded; readonly since: number; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('devices')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('first_seen_at', '>=', since)
    .execute();
  await unguarded(db).deleteFrom('openid_consents').where('account_id', '=', accountId).where('authorized_at', '>=', since).execute();
}

/** Removes the social account of one platform, with its ids there. */
export async function dropSocialAccount(
  db: Db,
  { accountId, platform }: { readonly accountId: string; readonly platform: string },
): Promise<void> {
  await unguarded(db).deleteFrom('social_accounts').where('account_id', '=', accountId).where('platform', '=', platform).execute();
}

/** Removes all recovery codes of the account. */
export async function dropRecoveryCodes(db: Db, accountId: string): Promise<void> {
  await unguarded(db).deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}
