import type { Language } from '#contract/vocabulary/languages.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database/db.ts';

export async function writeRegion(db: Db, accountId: string, region: Region): Promise<void> {
  await db.q().updateTable('accounts').set({ region }).where('id', '=', accountId).execute();
}

export async function writeLanguage(db: Db, accountId: string, language: Language): Promise<void> {
  await db.q().updateTable('accounts').set({ language }).where('id', '=', accountId).execute();
}
