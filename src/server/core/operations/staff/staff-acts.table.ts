import { isBookkeeping, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Which rows of the trail are looks and acts of which member, in which case: an index of the trail, made with its row. */
export interface StaffActsTable {
  audit_id: string;
  at: number;
  member: string;
  event: string;
  /** '' where the act names no case. */
  case_ref: string;
}

export const staffActRows = table<StaffActsTable>()({
  name: 'staff_acts',
  key: ['audit_id'],
  sweep: [{ past: ['at'], graceMs: { setting: 'auditDays', days: 180 }, every: 'hour' }],
  erase: 'of nobody, because they name members of staff and cases alone',
  restore: 'keep, because the trail is the proof of what happened',
  merge: 'keep',
  columns: { audit_id: isRandom, at: isBookkeeping, member: isBookkeeping, event: isBookkeeping, case_ref: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    staff_acts: StaffActsTable;
  }
}
