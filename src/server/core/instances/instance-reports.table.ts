import { day } from '#server/platform/clock.ts';
import { isBookkeeping, table } from '#server/platform/db/table.ts';

/** What each instance last said of itself (`core/instances`). */
export interface InstanceReportsTable {
  /** Name of the machine and number of the process. */
  instance: string;
  started_at: number;
  at: number;
  version: string;
  /** JSON of at most 16 KB (`MetricsSummary`). */
  summary: string;
}

export const instanceReports = table<InstanceReportsTable>()({
  name: 'instance_reports',
  key: ['instance'],
  sweep: [{ past: ['at'], graceMs: day, every: 'hour' }],
  erase: 'of nobody, because an instance reports about itself',
  restore: 'void',
  merge: 'keep',
  columns: {
    instance: isBookkeeping,
    started_at: isBookkeeping,
    at: isBookkeeping,
    version: isBookkeeping,
    summary: isBookkeeping,
  },
});

declare module '#server/core/database.ts' {
  interface Database {
    instance_reports: InstanceReportsTable;
  }
}
