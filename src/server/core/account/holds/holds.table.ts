import { isBookkeeping, isInternal, table } from '#server/platform/db/tables/table.ts';

/** Accounts whose data an authority wants kept: until then no purge and no sweep takes any of it. One for each account. */
export interface HoldsTable {
  account_id: string;
  until: number;
  made_at: number;
  /** The member who asked for it, and the case: its end goes to the trail with them. */
  operator: string;
  case_ref: string;
}

export const holds = table<HoldsTable>()({
  name: 'holds',
  key: ['account_id'],
  sweep: 'by core/account/holds/holds.repository.ts',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because the authority wants it still',
  merge: 'keep',
  data: 'nothing, because it stands in the activity, as soon as it may be told',
  columns: { account_id: isInternal, until: isBookkeeping, made_at: isBookkeeping, operator: isBookkeeping, case_ref: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    holds: HoldsTable;
  }
}
