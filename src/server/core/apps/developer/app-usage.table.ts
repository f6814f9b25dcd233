import { day as dayMs } from '#server/platform/clock.ts';
import { table } from '#server/platform/db/tables/table.ts';

const counted = 'not personal, because it is a count of an app';

/** Counts of an app by day. */
export interface AppUsageTable {
  client_id: string;
  /** Day of UTC, yyyy-mm-dd. */
  day: string;
  /** The end of the day, in milliseconds. */
  ends_at: number;
  sign_ins: number;
  new_people: number;
  refreshes: number;
  failures: number;
}

/** Days that counts stay. */
const keptDays = 400;

export const appUsage = table<AppUsageTable>()({
  name: 'app_usage',
  key: ['client_id', 'day'],
  sweep: [{ past: ['ends_at'], graceMs: keptDays * dayMs, every: 'hour' }],
  erase: 'of nobody, because counts name no person',
  restore: 'keep, because they tell what happened',
  merge: 'keep',
  columns: {
    client_id: counted,
    day: counted,
    ends_at: counted,
    sign_ins: counted,
    new_people: counted,
    refreshes: counted,
    failures: counted,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_usage: AppUsageTable;
  }
}
