import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { MemberState } from '#contract/operations/desk/decisions.ts';
import type { StaffRole } from '#contract/operations/desk/roles.ts';

/** Members of staff (`core/operation`). A row stays when its member leaves. */
export interface StaffTable {
  /** As the operator names the member in `--operator`. */
  name: string;
  role: Guarded<StaffRole>;
  state: Guarded<MemberState>;
  since: number;
  changed_at: Guarded<number>;
  /** Grantors of the role: two names, or the way in which the shell did. */
  granted_by: Guarded<string>;
  /** The place of a member whom the shell added before anybody could approve, each once; '' for all others. */
  place: string;
  /** With which the member signs in to the desk; null for a member who has only the shell. */
  account_id: Guarded<string | null, string | null | undefined>;
}

const isKept = 'keep, because who held which role stands in the trail for good';
const isOfStaff = 'not personal, because it is the name that the operator calls a member of staff by';

export const staff = table<StaffTable>()({
  name: 'staff',
  key: ['name'],
  sweep: 'never, because the names stand in the trail',
  erase: { rows: 'stay', of: 'account_id' },
  restore: 'keep, because an empty list would let every name do everything: a restore holds every member',
  merge: 'keep',
  data: 'nothing, because a member reads their role at the desk, and the looks at their account in the activity',
  columns: {
    name: { erase: isKept, export: isOfStaff },
    role: { erase: isKept, export: isBookkeeping },
    state: { erase: isKept, export: isBookkeeping },
    since: { erase: isKept, export: isBookkeeping },
    changed_at: { erase: isKept, export: isBookkeeping },
    granted_by: { erase: isKept, export: isOfStaff },
    place: { erase: isKept, export: isBookkeeping },
    account_id: { erase: { blank: null }, export: isInternal },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    staff: StaffTable;
  }
}
