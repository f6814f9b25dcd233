import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database.ts';
import { currentAgreements, developerAgreement } from './agreements.ts';

export interface Consent {
  readonly accountId: string;
  readonly region: RegionOrNone;
  readonly language: Language;
  readonly at: number;
}

/** Records that the account accepted the current agreements, in the caller's transaction. */
export async function recordConsent(db: Db, { accountId, region, language, at }: Consent): Promise<void> {
  await db
    .q()
    .insertInto('consents')
    .values(currentAgreements.map(({ type, version }) => ({ account_id: accountId, type, version, region, language, accepted_at: at })))
    .execute();
}

/** Records that the account accepted the current developer agreement, in the caller's transaction. */
export async function recordDeveloperConsent(db: Db, { accountId, region, language, at }: Consent): Promise<void> {
  await db
    .q()
    .insertInto('developer_consents')
    .values({ account_id: accountId, version: developerAgreement.version, region, language, accepted_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'version']).doNothing())
    .execute();
}

/** Whether the account has accepted the developer agreement in its current version. */
export async function hasDeveloperConsent(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .q()
    .selectFrom('developer_consents')
    .select('accepted_at')
    .where('account_id', '=', accountId)
    .where('version', '=', developerAgreement.version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
