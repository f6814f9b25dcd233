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

/** Subset of these avatars that accounts use. */
export async function usedProfileImages(db: Db, bases: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.q().selectFrom('accounts').select('profile_image').where('profile_image', 'in', bases).execute();
  return new Set(rows.flatMap(({ profile_image: base }) => (base === null ? [] : [base])));
}
