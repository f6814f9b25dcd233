import type { Db } from '#server/core/database/db.ts';

/** A social account with all its ids at the platform: enough to link it again. */
export interface SocialRows {
  readonly platform: string;
  readonly name: string;
  readonly avatarUrl: string;
  readonly boundAt: number;
  readonly subjects: readonly { readonly app: string; readonly subject: string }[];
}

/** The social accounts that an account linked from a moment on. */
export async function socialRows(
  db: Db,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<readonly SocialRows[]> {
  const rows = await db
    .q()
    .selectFrom('social_accounts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('bound_at', '>=', since)
    .execute();
  const ids = await db.q().selectFrom('social_subjects').selectAll().where('account_id', '=', accountId).execute();
  return rows.map(({ platform, name, avatar_url: avatarUrl, bound_at: boundAt }) => ({
    platform,
    name,
    avatarUrl,
    boundAt,
    subjects: ids.filter((each) => each.platform === platform).map(({ app, subject }) => ({ app, subject })),
  }));
}

/**
 * Links a social account again, in the caller's transaction: false, without a change, where the account has another one
 * of the platform or another account has it by now.
 */
export async function relinkSocial(
  db: Db,
  accountId: string,
  { platform, name, avatarUrl, boundAt, subjects }: SocialRows,
): Promise<boolean> {
  const taken = await db
    .q()
    .selectFrom('social_subjects')
    .select('app')
    .where('platform', '=', platform)
    .where((eb) => eb.or(subjects.map(({ app, subject }) => eb.and([eb('app', '=', app), eb('subject', '=', subject)]))))
    .limit(1)
    .execute();
  if (taken.length > 0) return false;
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('social_accounts')
    .values({ account_id: accountId, platform, name, avatar_url: avatarUrl, bound_at: boundAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform']).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  for (const { app, subject } of subjects) {
    await db
      .q()
      .insertInto('social_subjects')
      .values({ platform, app, subject, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['platform', 'app', 'subject']).doNothing())
      .execute();
  }
  return true;
}
