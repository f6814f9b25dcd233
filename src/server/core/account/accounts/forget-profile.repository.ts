import type { Db } from '#server/core/database/db.ts';

/** Removes the avatar and the birthday of an account. The files of the avatar follow as stray files. */
export async function forgetProfile(db: Db, accountId: string): Promise<void> {
  await db.q().updateTable('accounts').set({ profile_image: null, birthday: null }).where('id', '=', accountId).execute();
}
