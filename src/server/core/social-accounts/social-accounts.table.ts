import { isInternal, table } from '#server/platform/db/table.ts';

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

export const bindings = table<SocialAccountsTable>()({
  name: 'bindings',
  key: ['account_id', 'platform'],
  sweep: "never, because they are the account's for as long as it is there",
  erase: { rows: 'go', of: 'account_id', receipt: 'socialAccounts' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  columns: {
    account_id: isInternal,
    platform: 'in the export',
    name: 'in the export',
    avatar_url: 'in the export',
    bound_at: 'in the export',
  },
});
