import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Looks that members have begun at the desk: each is good for its session, for half an hour. */
export interface DeskLooksTable {
  id: string;
  /** Id of the session of the desk. */
  session: string;
  account_id: string;
  member: string;
  reason: string;
  case_ref: string;
  opened_at: number;
  expires_at: number;
}

export const deskLooks = table<DeskLooksTable>()({
  name: 'desk_looks',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'keep',
  session: { session: 'stays, because a session of the desk is never renewed' },
  data: 'nothing, because the activity has each look',
  columns: {
    id: isRandom,
    session: isRandom,
    account_id: isInternal,
    member: 'not personal, because it is the name that the operator calls a member of staff by',
    reason: isBookkeeping,
    case_ref: isBookkeeping,
    opened_at: isBookkeeping,
    expires_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_looks: DeskLooksTable;
  }
}
