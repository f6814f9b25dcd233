import { isBookkeeping, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Accounts that belong to nobody: nobody can have asked a member to open one. */
export interface DeskBaitsTable {
  /** Keyed hash of the id of the account: the database does not say which it is. */
  mark: string;
  made_at: number;
  made_by: string;
}

export const deskBaits = table<DeskBaitsTable>()({
  name: 'desk_baits',
  key: ['mark'],
  sweep: 'never, because an auditor has made them and nobody lives in them',
  erase: 'of nobody, because these accounts belong to nobody',
  restore: 'keep, because they belong to nobody still',
  merge: 'keep',
  columns: {
    mark: isRandom,
    made_at: isBookkeeping,
    made_by: 'not personal, because it is the name that the operator calls a member of staff by',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_baits: DeskBaitsTable;
  }
}
