import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { ApprovalState } from '#contract/operations/desk/decisions.ts';
import type { ActOfTwo } from '#contract/operations/desk/roles.ts';

/** Acts that one member asked for and another one approves or refuses (`core/operation`). */
export interface ApprovalsTable {
  id: string;
  act: ActOfTwo;
  /** Object beside the account, as JSON. */
  object: string;
  account_id: string | null;
  /** Version of the object when it was asked: a changed one is looked at and asked for again. */
  version: number;
  reason: string;
  case_ref: string;
  /** Keyed hash of all columns above, the asker and the end. */
  digest: string;
  asked_by: string;
  asked_at: number;
  expires_at: number;
  state: Guarded<ApprovalState>;
  /** Name of the member who approved or refused, or ''. */
  answered_by: Guarded<string>;
  answered_at: Guarded<number | null>;
  /** Signature of the approver's passkey, as JSON with the signed text; null for an answer in a shell. */
  assertion: Guarded<string | null, string | null | undefined>;
  /** With what the asker has signed: as `assertion`, or the name of an app that gave a code; null in a shell. */
  asked_with: Guarded<string | null, string | null | undefined>;
}

export const approvals = table<ApprovalsTable>()({
  name: 'approvals',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: 730 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', others: 'because an approval about an app or a member of staff names no account' },
  restore: 'void',
  merge: 'keep',
  data: 'nothing, because who asked and who approved stands in the trail, and the act in the activity',
  columns: {
    id: isRandom,
    act: isBookkeeping,
    object: isBookkeeping,
    account_id: isInternal,
    version: isBookkeeping,
    reason: isBookkeeping,
    case_ref: isBookkeeping,
    digest: isBookkeeping,
    asked_by: isBookkeeping,
    asked_at: isBookkeeping,
    expires_at: isBookkeeping,
    state: isBookkeeping,
    answered_by: isBookkeeping,
    answered_at: isBookkeeping,
    assertion: isBookkeeping,
    asked_with: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    approvals: ApprovalsTable;
  }
}
