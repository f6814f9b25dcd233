import { day } from '#server/platform/clock.ts';
import { isInternal, table } from '#server/platform/db/tables/table.ts';

/**
 * Roots of the ways of an account (`core/ways`). A way without a row stands for itself. A row outlives its way, because later
 * ones may stand for it.
 */
export interface WaysMetaTable {
  account_id: string;
  /** Kind and moment: a replaced password is another way. */
  way: string;
  added_at: number;
  /** The way that vouched for it. */
  vouched_by: string;
  /** From this moment it stands for itself. */
  own_root_at: number;
}

export const waysMeta = table<WaysMetaTable>()({
  name: 'ways_meta',
  key: ['account_id', 'way'],
  sweep: [{ past: ['own_root_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because they are what the account has',
  merge: 'keep',
  data: { topic: 'account', basis: 'security', until: 'swept', since: 'added_at' },
  columns: {
    account_id: isInternal,
    way: 'in the export as waysSince',
    added_at: 'in the export as waysSince, a time',
    vouched_by: 'in the export as waysSince',
    own_root_at: 'in the export as waysSince, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    ways_meta: WaysMetaTable;
  }
}
