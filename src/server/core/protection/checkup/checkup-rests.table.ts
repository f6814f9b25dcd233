import { shortGraceMs, isInternal, table } from '#server/platform/db/tables/table.ts';

/** Recommendations that an account does not want to see until a moment. */
export interface CheckupRestsTable {
  account_id: string;
  advice: string;
  until: number;
}

export const checkupRests = table<CheckupRestsTable>()({
  name: 'checkup_rests',
  key: ['account_id', 'advice'],
  sweep: [{ past: ['until'], graceMs: shortGraceMs, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'checkup' },
  restore: 'keep, because nothing hangs on it',
  merge: 'keep',
  data: { topic: 'security', basis: 'security', until: 'swept' },
  columns: { account_id: isInternal, advice: 'in the export as checkupRests', until: 'in the export as checkupRests, a time' },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    checkup_rests: CheckupRestsTable;
  }
}
