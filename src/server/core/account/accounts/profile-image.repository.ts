import { avatarBase } from './profile-image.ts';
import { raiseVersion } from './accounts.guarded.ts';
import type { Db } from '#server/core/database/db.ts';

/**
 * Sets another avatar on an active account, in the caller's transaction, and returns the previous one; undefined when
 * the account is not active any more.
 */
export async function replaceProfileImage(
  db: Db,
  { accountId, base, at }: { readonly accountId: string; readonly base: string; readonly at: number },
): Promise<{ readonly previous: string | null } | undefined> {
  // First, because it locks the row: a concurrent change then sees this avatar as the previous one.
  await raiseVersion(db, accountId, at);
  const row = await db
    .q()
    .selectFrom('accounts')
    .select('profile_image')
    .where('id', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await db.q().updateTable('accounts').set({ profile_image: base }).where('id', '=', accountId).execute();
  return { previous: row.profile_image };
}

/** Those of these files that are avatars of accounts. */
export async function namedAvatars(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  const bases = new Set(files.flatMap((file) => avatarBase(file) ?? []));
  const rows = await db
    .q()
    .selectFrom('accounts')
    .select('profile_image')
    .where('profile_image', 'in', [...bases, ''])
    .execute();
  const used = new Set(rows.map(({ profile_image: base }) => base ?? undefined));
  return new Set(files.filter((file) => avatarBase(file) !== undefined && used.has(avatarBase(file))));
}

/** Whether there has ever been an account: an erased one leaves its id. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}
