import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** Resting names of purged accounts, and former usernames while a freeze gives them back. Nothing here refers to the account. */
export interface RestingNamesTable {
  /** Keyed hash of kind and canonical spelling. */
  name_hash: string;
  rests_until: number;
}

export const restingNames = table<RestingNamesTable>()({
  name: 'resting_names',
  key: ['name_hash'],
  sweep: [{ past: ['rests_until'], graceMs: 0, every: 'hour' }],
  erase: { rows: 'wait', reason: 'because they are keyed hashes of names that nobody may take for 90 days' },
  restore: 'keep, because nobody is taken for the owner of a name',
  merge: 'keep',
  data: 'nothing, because nothing leads from them to an account',
  columns: {
    name_hash: 'not personal, because nothing leads from it to an account',
    rests_until: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    resting_names: RestingNamesTable;
  }
}
