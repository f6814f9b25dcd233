import { unionApp } from '#server/core/account/social-accounts/social-subjects.table.ts';
import type { Platform } from '#contract/vocabulary/platforms.ts';
import type { Db } from '#server/core/database/db.ts';
import type { SocialIdentity } from '#server/platform/social/social.ts';

export interface SocialAccountRecord {
  readonly platform: string;
  readonly name: string;
  readonly avatarUrl: string;
  readonly boundAt: number;
}

/**
 * The social account belongs to another account, or the account already has another one of the platform. Thrown inside
 * the transaction, so that nothing stays.
 */
export class SocialAccountTaken extends Error {
  readonly platform: Platform;

  constructor(platform: Platform) {
    super(`${platform} is taken`);
    this.name = 'SocialAccountTaken';
    this.platform = platform;
  }
}

/** All ids of this person at the platform, the most certain first. */
export function subjectsOf({ app, subject, unionId }: SocialIdentity): readonly { readonly app: string; readonly subject: string }[] {
  return [{ app, subject }, ...(unionId === undefined ? [] : [{ app: unionApp, subject: unionId }])];
}

/** The account that has bound this person of a platform. */
export async function findOwner(db: Db, identity: SocialIdentity): Promise<string | undefined> {
  for (const { app, subject } of subjectsOf(identity)) {
    const accountId = await findSubject(db, { platform: identity.platform, app, subject });
    if (accountId !== undefined) return accountId;
  }
  return undefined;
}

/** The account that is bound to one id of a platform. */
export async function findSubject(
  db: Db,
  { platform, app, subject }: { readonly platform: Platform; readonly app: string; readonly subject: string },
): Promise<string | undefined> {
  const row = await db
    .q()
    .selectFrom('social_subjects')
    .select('account_id')
    .where('platform', '=', platform)
    .where('app', '=', app)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

export async function listSocialAccounts(db: Db, accountId: string): Promise<SocialAccountRecord[]> {
  const rows = await db.q().selectFrom('social_accounts').selectAll().where('account_id', '=', accountId).execute();
  return rows.map(({ platform, name, avatar_url, bound_at }) => ({ platform, name, avatarUrl: avatar_url, boundAt: bound_at }));
}

/**
 * Binds a person of a platform to an account, in the caller's transaction. A simultaneous binding of the same person
 * waits here; one of them succeeds.
 * @throws {SocialAccountTaken}
 */
export async function insertSocialAccount(
  db: Db,
  { accountId, identity, at }: { readonly accountId: string; readonly identity: SocialIdentity; readonly at: number },
): Promise<void> {
  const { platform, profile } = identity;
  const { name = '', avatarUrl = '' } = profile ?? {};
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('social_accounts')
    .values({ account_id: accountId, platform, name, avatar_url: avatarUrl, bound_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform']).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new SocialAccountTaken(platform);
  if ((await addSubjects(db, accountId, identity)) < subjectsOf(identity).length) throw new SocialAccountTaken(platform);
}

/** Notes new data from the platform since the binding: a name or picture that it has shown, and new ids. */
export async function refreshSocialAccount(db: Db, accountId: string, identity: SocialIdentity): Promise<void> {
  const { platform, profile } = identity;
  if (profile !== undefined) {
    const { name, avatarUrl = '' } = profile;
    await db
      .q()
      .updateTable('social_accounts')
      .set({ name, avatar_url: avatarUrl })
      .where('account_id', '=', accountId)
      .where('platform', '=', platform)
      .execute();
  }
  await addSubjects(db, accountId, identity);
}

/** Adds the ids that no account has yet, and returns their number. */
async function addSubjects(db: Db, accountId: string, identity: SocialIdentity): Promise<number> {
  let added = 0;
  for (const { app, subject } of subjectsOf(identity)) {
    const { numInsertedOrUpdatedRows } = await db
      .q()
      .insertInto('social_subjects')
      .values({ platform: identity.platform, app, subject, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['platform', 'app', 'subject']).doNothing())
      .executeTakeFirstOrThrow();
    added += Number(numInsertedOrUpdatedRows);
  }
  return added;
}
