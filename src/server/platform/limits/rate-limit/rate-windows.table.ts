import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/** Sliding-window counters of `platform/rate-limit`. In SQLite they have a separate file. */
export interface RateWindowsTable {
  key: string;
  window_start: number;
  current: number;
  previous: number;
  /** The row counts nothing from here on: two windows after its start. */
  expires_at: number;
}

export const rateWindows = table<RateWindowsTable>()({
  name: 'rate_windows',
  key: ['key'],
  sweep: 'by platform/limits/rate-limit/rate-limiter.ts',
  erase: { rows: 'wait', reason: 'because they are counts under networks, browsers and internal ids' },
  restore: 'keep, because a limit that is too strict passes',
  merge: 'add',
  data: 'nothing, because they are counts under networks, browsers and internal ids',
  columns: {
    key: isBookkeeping,
    window_start: isBookkeeping,
    current: isBookkeeping,
    previous: isBookkeeping,
    expires_at: isBookkeeping,
  },
});
