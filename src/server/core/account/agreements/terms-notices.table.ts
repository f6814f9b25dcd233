import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** `ahead`: a publication that will ask was published. `due`: the time in which it can be put off is almost over. */
export type TermsPhase = 'ahead' | 'due';

/** How far the accounts have been told of a publication, in the order of their ids. */
export interface TermsNoticesTable {
  publication: number;
  phase: TermsPhase;
  /** The last account that was told, or passed over; '' before the first. */
  through: Guarded<string>;
  /** 1 after the last account. */
  done: Guarded<number>;
}

export const termsNotices = table<TermsNoticesTable>()({
  name: 'terms_notices',
  key: ['publication', 'phase'],
  sweep: 'never, because there are two of a publication',
  erase: 'of nobody, because they are places in a list of accounts',
  restore: 'keep, because people who were told are not told again',
  merge: 'keep',
  columns: { publication: isBookkeeping, phase: isBookkeeping, through: isInternal, done: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    terms_notices: TermsNoticesTable;
  }
}
