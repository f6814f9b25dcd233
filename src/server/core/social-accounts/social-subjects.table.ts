import { isBookkeeping, isInternal, table } from '#server/platform/db/table.ts';

/**
 * Every id under which a platform knows the person of a binding: one for each of our apps there, and one for all of them. At most one
 * account has a given (platform, app, subject), whatever the concurrency.
 */
export interface SocialSubjectsTable {
  platform: string;
  /** The id of our app at the platform, or 'union' for the id that holds in all of them. */
  app: string;
  subject: string;
  account_id: string;
}

export const bindingSubjects = table<SocialSubjectsTable>()({
  name: 'binding_subjects',
  key: ['platform', 'app', 'subject'],
  sweep: "never, because they are the account's for as long as it is there",
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  columns: { platform: 'in the export', app: isBookkeeping, subject: 'in the export', account_id: isInternal },
});
