import type { DeskAlarm } from '#contract/vocabulary/desk-alarms.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Alarms about a member to leads and auditors. */
export interface DeskAlarmsTable {
  id: string;
  at: number;
  kind: DeskAlarm;
  /** Whom it is about. */
  member: string;
  /** The number of the case, or ''. */
  case_ref: string;
}

export const deskAlarmRows = table<DeskAlarmsTable>()({
  name: 'desk_alarms',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: 730 * day, every: 'hour' }],
  erase: 'of nobody, because an alarm names a member of staff and no account',
  restore: 'keep, because it says what happened',
  merge: 'keep',
  columns: {
    id: isRandom,
    at: isBookkeeping,
    kind: isBookkeeping,
    member: 'not personal, because it is the name that the operator calls a member of staff by',
    case_ref: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_alarms: DeskAlarmsTable;
  }
}
