import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/**
 * Takes a social account away from an account that keeps a phone or an email to sign in and recover: false, without a
 * change, if it has neither. Locks the account against other changes until the caller's transaction ends.
 */
export async function removeSocialAccount(
  db: Db,
  { accountId, platform }: { readonly accountId: string; readonly platform: string },
): Promise<boolean> {
  await lockAccount(db, accountId);
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('social_accounts')
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('identifiers')
          .select('identifiers.value')
          .where('identifiers.account_id', '=', accountId)
          .where('identifiers.kind', 'in', ['phone', 'email'])
          .where('identifiers.verified_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
