import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** One row: the latest moment that a server on this database has reached (`kept-time.ts`). */
export interface ClockTable {
  id: number;
  reached_at: number;
}

export const clock = table<ClockTable>()({
  name: 'clock',
  key: ['id'],
  sweep: 'never, because it is one row',
  erase: 'of nobody, because it is the time of all servers',
  restore: 'keep, because time never goes back',
  merge: 'keep',
  columns: { id: isBookkeeping, reached_at: isBookkeeping },
});
