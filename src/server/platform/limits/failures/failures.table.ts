import { day } from '#server/platform/clock.ts';
import { isBookkeeping, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Failures since the last success, and the end of the block. */
export interface FailuresTable {
  key: string;
  failures: Guarded<number>;
  first_at: Guarded<number>;
  blocked_until: Guarded<number>;
}

export const failures = table<FailuresTable>()({
  name: 'failures',
  key: ['key'],
  sweep: [{ past: ['first_at', 'blocked_until'], graceMs: day, every: 'hour' }],
  erase: { rows: 'wait', reason: 'because they are counts under keyed hashes and internal ids' },
  restore: 'keep, because a block that is too long passes',
  merge: 'add',
  data: 'nothing, because they are counts under keyed hashes and internal ids',
  columns: { key: isBookkeeping, failures: isBookkeeping, first_at: isBookkeeping, blocked_until: isBookkeeping },
});
