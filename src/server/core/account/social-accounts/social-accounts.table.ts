import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Social accounts: at most one per account and platform. */
export interface SocialAccountsTable {
  account_id: string;
  platform: string;
  /** Name of the person on the platform. */
  name: string;
  /** URL of the person's picture on the platform, or ''. */
  avatar_url: string;
  bound_at: number;
}

export const socialAccounts = table<SocialAccountsTable>()({
  name: 'social_accounts',
  key: ['account_id', 'platform'],
  sweep: "never, because they are the account's for as long as it is there",
  erase: { rows: 'go', of: 'account_id', receipt: 'socialAccounts' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  data: { topic: 'account', basis: 'choice', until: 'removal', since: 'bound_at' },
  columns: {
    account_id: isInternal,
    platform: 'in the export as socialAccounts',
    name: 'in the export as socialAccounts',
    avatar_url: 'in the export as socialAccounts',
    bound_at: 'in the export as socialAccounts, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    social_accounts: SocialAccountsTable;
  }
}
