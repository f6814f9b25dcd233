import type { Language } from '#contract/vocabulary/languages.ts';
import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database.ts';
import { currentAgreements } from './agreements.ts';

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
