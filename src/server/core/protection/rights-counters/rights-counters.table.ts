import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';
import type { RightsCount } from './rights-counts.ts';

/** Counts for the transparency report, kept without end: a purge of an account leaves them as they are. */
export interface RightsCountersTable {
  /** Beginning of the UTC day. */
  day: number;
  region: RegionOrNone;
  name: RightsCount;
  count: number;
}

export const rightsCounters = table<RightsCountersTable>()({
  name: 'rights_counters',
  key: ['day', 'region', 'name'],
  sweep: 'never, because published numbers do not change',
  erase: 'of nobody, because they are counts over everybody',
  restore: 'keep, because they say what happened',
  merge: 'keep',
  columns: { day: isBookkeeping, region: isBookkeeping, name: isBookkeeping, count: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    rights_counters: RightsCountersTable;
  }
}
