import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** The platform's token of a social account, for platforms that report a later withdrawal (Weibo). */
export interface SocialGrantsTable {
  account_id: string;
  platform: string;
  /** Sealed by the keyring. */
  sealed: string;
  /** Expiry at the platform. */
  expires_at: number;
}

export const socialGrants = table<SocialGrantsTable>()({
  name: 'social_grants',
  key: ['account_id', 'platform'],
  sweep: 'never, because they go with their binding',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because the platform honors them still',
  merge: 'keep',
  data: { topic: 'account', basis: 'choice', until: 'removal' },
  columns: {
    account_id: isInternal,
    platform: 'in the export as socialTokens',
    sealed: 'sealed as socialTokens',
    expires_at: 'in the export as socialTokens, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    social_grants: SocialGrantsTable;
  }
}
