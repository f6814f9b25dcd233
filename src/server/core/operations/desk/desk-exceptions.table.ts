import type { ExceptionState } from '#contract/operations/desk/desk-exceptions.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Exceptional access of members, each to one account. */
export interface DeskExceptionsTable {
  id: string;
  account_id: string;
  member: string;
  case_ref: string;
  /** Why, in words, sealed. */
  sealed: string;
  asked_at: number;
  /** Until then it can be confirmed, and then used. */
  expires_at: Guarded<number>;
  state: Guarded<ExceptionState>;
  /** Signatures of both, as JSON, sealed. */
  asked_with: string | null;
  confirmed_with: Guarded<string | null>;
  /** Names of the second member and of the auditor, or ''. */
  confirmed_by: Guarded<string>;
  confirmed_at: Guarded<number | null>;
  reviewed_by: Guarded<string>;
  reviewed_at: Guarded<number | null>;
}

const isOfStaff = 'not personal, because it is the name that the operator calls a member of staff by';

export const deskExceptions = table<DeskExceptionsTable>()({
  name: 'desk_exceptions',
  key: ['id'],
  sweep: [{ past: ['asked_at'], graceMs: 730 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because an auditor still has to look at them',
  merge: 'keep',
  data: 'nothing, because the activity has each',
  columns: {
    id: isRandom,
    account_id: isInternal,
    member: isOfStaff,
    case_ref: isBookkeeping,
    sealed: 'not personal, because it is what a member says of their own act',
    asked_at: isBookkeeping,
    expires_at: isBookkeeping,
    state: isBookkeeping,
    asked_with: isBookkeeping,
    confirmed_with: isBookkeeping,
    confirmed_by: isOfStaff,
    confirmed_at: isBookkeeping,
    reviewed_by: isOfStaff,
    reviewed_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_exceptions: DeskExceptionsTable;
  }
}
