import { isBookkeeping, table, type Guarded } from '#server/platform/db/table.ts';
import type { MemberState } from './decisions.ts';
import type { StaffRole } from './roles.ts';

/** Members of staff (`core/operation`). A row stays when its member leaves. */
export interface StaffTable {
  /** As the operator names the member in `--operator`. */
  name: string;
  role: Guarded<StaffRole>;
  state: Guarded<MemberState>;
  since: number;
  changed_at: Guarded<number>;
  /** Who granted the role: two names, or the way in which the shell did. */
  granted_by: Guarded<string>;
  /** The place of a member whom the shell added before anybody could approve, each once; '' for all others. */
  place: string;
}

const isOfStaff = 'not personal, because it is the name that the operator calls a member of staff by';

export const staff = table<StaffTable>()({
  name: 'staff',
  key: ['name'],
  sweep: 'never, because the names stand in the trail',
  erase: 'of nobody, because members of staff have no account here',
  restore: 'keep, because an empty list would let every name do everything: a restore holds every member',
  merge: 'keep',
  columns: {
    name: isOfStaff,
    role: isBookkeeping,
    state: isBookkeeping,
    since: isBookkeeping,
    changed_at: isBookkeeping,
    granted_by: isOfStaff,
    place: isBookkeeping,
  },
});
