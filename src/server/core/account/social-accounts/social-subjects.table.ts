import { isBookkeeping, isInternal, table } from '#server/platform/db/tables/table.ts';

/** Marks the id that is valid in all of our apps. */
export const unionApp = 'union';

/**
 * Every id of a social account at its platform: one for each of our apps there, and one for all of them. At most one
 * account has a given (platform, app, subject), under any concurrency.
 */
export interface SocialSubjectsTable {
  platform: string;
  /** Id of our app at the platform, or `unionApp`. */
  app: string;
  subject: string;
  account_id: string;
}

export const socialSubjects = table<SocialSubjectsTable>()({
  name: 'social_subjects',
  key: ['platform', 'app', 'subject'],
  sweep: "never, because they are the account's for as long as it is there",
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  data: { topic: 'account', basis: 'choice', until: 'removal' },
  columns: {
    platform: 'in the export as socialAccounts',
    app: isBookkeeping,
    subject: 'in the export as socialAccounts',
    account_id: isInternal,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    social_subjects: SocialSubjectsTable;
  }
}
