import { activityDays } from '#contract/protection/activity/activity.words.ts';
import { day } from '#server/platform/clock.ts';
import { isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Events of an account as its owner sees them (`core/activity`). Client IP and detail stay only in the audit trail. */
export interface ActivityTable {
  /** The id of the event in the audit trail; of counted attempts: account and hour. */
  id: string;
  account_id: string;
  at: number;
  event: string;
  /** Name of the browser and of its system; '' where unknown. */
  browser: string;
  os: string;
  /** Hash of the known-browser cookie, or ''. */
  known_browser: string;
  count: Guarded<number>;
}

export const activity = table<ActivityTable>()({
  name: 'activity',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: activityDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'activity' },
  restore: 'keep, because it says what happened',
  merge: 'add',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'at' },
  columns: {
    id: isInternal,
    account_id: isInternal,
    at: 'in the export as eventTimes, a time',
    event: 'in the export as events',
    browser: 'in the export as browserAndSystem',
    os: 'in the export as browserAndSystem',
    known_browser: 'derived from browserCookie',
    count: 'in the export as events, a number',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    activity: ActivityTable;
  }
}
