import { day } from '#server/platform/clock.ts';
import { isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Notes of members of staff about a person. Nothing is changed or removed by hand. */
export interface DeskNotesTable {
  id: string;
  account_id: string;
  at: number;
  member: string;
  case_ref: string;
  /** The text, sealed. */
  sealed: string;
}

export const deskNotes = table<DeskNotesTable>()({
  name: 'desk_notes',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: 3 * 365 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because they say what happened',
  merge: 'keep',
  data: { topic: 'requests', basis: 'security', until: 'swept', since: 'at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    at: 'in the export as staffNotes, a time',
    member: 'not personal, because it is the name that the operator calls a member of staff by',
    case_ref: 'in the export as staffNotes',
    sealed: 'in the export as staffNotes, opened',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_notes: DeskNotesTable;
  }
}
