import type { Db } from '#server/core/database/db.ts';

/** The SQL on `social_grants`. They go with their social account. */
export async function writeGrant(
  db: Db,
  grant: { readonly accountId: string; readonly platform: string; readonly sealed: string; readonly expiresAt: number },
): Promise<void> {
  const { accountId, platform, sealed, expiresAt } = grant;
  await db
    .q()
    .insertInto('social_grants')
    .values({ account_id: accountId, platform, sealed, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform']).doUpdateSet({ sealed, expires_at: expiresAt }))
    .execute();
}

/** The grant of a social account while the platform itself honors it. */
export async function findLiveGrant(
  db: Db,
  { accountId, platform, at }: { readonly accountId: string; readonly platform: string; readonly at: number },
): Promise<string | undefined> {
  const row = await db
    .q()
    .selectFrom('social_grants')
    .select('sealed')
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row?.sealed;
}
