import type { Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import { isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Permissions of an account beyond the agreements; without a row there is no permission. */
export interface ChoicesTable {
  account_id: string;
  purpose: Purpose;
  /** 1 while it is allowed. */
  given: Guarded<number>;
  /** Version of the text that was shown. */
  version: Guarded<string>;
  /** Moment of the last change. */
  since: Guarded<number>;
}

export const choices = table<ChoicesTable>()({
  name: 'choices',
  key: ['account_id', 'purpose'],
  sweep: 'never, because they hold until the account changes them',
  erase: { rows: 'go', of: 'account_id', receipt: 'consents' },
  restore: 'keep, because the ledger of the copy says the same',
  merge: 'keep',
  data: { topic: 'agreements', basis: 'choice', until: 'account', since: 'since' },
  columns: {
    account_id: isInternal,
    purpose: 'in the export as choices',
    given: 'in the export as choices, a switch',
    version: 'in the export as choices',
    since: 'in the export as choices, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    choices: ChoicesTable;
  }
}
