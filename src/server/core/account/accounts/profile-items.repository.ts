import type { Db } from '#server/core/database/db.ts';
import { type StoredProfile, columnsOf } from './profile-columns.ts';

/** A subset of profile items as stored. */
export type ProfileItems = Partial<StoredProfile>;

/** Writes the given items. */
export async function writeProfileItems(db: Db, accountId: string, items: ProfileItems): Promise<void> {
  const columns = columnsOf(items);
  if (Object.keys(columns).length > 0) await db.q().updateTable('accounts').set(columns).where('id', '=', accountId).execute();
}
