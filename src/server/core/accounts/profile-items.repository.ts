import type { Db } from '#server/core/database.ts';
import { type StoredProfile, columnsOf } from './profile-columns.ts';

/** Any items of a profile as they are stored. */
export type ProfileItems = Partial<StoredProfile>;

/** Writes the items that are given. */
export async function writeProfileItems(db: Db, accountId: string, items: ProfileItems): Promise<void> {
  const columns = columnsOf(items);
  if (Object.keys(columns).length > 0) await db.q().updateTable('accounts').set(columns).where('id', '=', accountId).execute();
}
