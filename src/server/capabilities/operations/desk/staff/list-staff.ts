import { staffRoles, type StaffRole } from '#contract/operations/desk/roles.ts';
import { readStaffActivity } from '#server/core/operations/staff/staff-activity.repository.ts';
import { listStaff, type StaffRow } from '#server/core/operations/staff/staff.repository.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';

/** Days over which looks and acts are counted. */
const countedDays = 30;

export interface SeenMember extends Pick<StaffRow, 'name' | 'role' | 'state' | 'since'> {
  readonly isLinked: boolean;
  readonly usedAt: number | null;
  readonly looks: number;
  readonly acts: number;
}

/** Median of the acts of a role's active members: a member far from it is worth a question. */
export interface RoleMedian {
  readonly role: StaffRole;
  readonly looks: number;
  readonly acts: number;
}

/** All members with their looks and acts of 30 days, and the medians of their roles. */
export async function describeStaff({ db, clock }: Pick<Store, 'db' | 'clock'>): Promise<{
  readonly members: readonly SeenMember[];
  readonly medians: readonly RoleMedian[];
}> {
  const staff = await listStaff(db);
  const asked = { members: staff.map(({ name }) => name), since: clock.now() - countedDays * day };
  const activity = new Map((await readStaffActivity(db, asked)).map((each) => [each.member, each]));
  const members = staff.map(({ name, role, state, since, accountId }) => {
    const { looks = 0, acts = 0, usedAt = null } = activity.get(name) ?? {};
    return { name, role, state, since, isLinked: accountId !== null, usedAt, looks, acts };
  });
  const medians = staffRoles.flatMap((role) => {
    const active = members.filter((member) => member.role === role && member.state === 'active');
    if (active.length === 0) return [];
    return [{ role, looks: median(active.map(({ looks }) => looks)), acts: median(active.map(({ acts }) => acts)) }];
  });
  return { members, medians };
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b);
  const middle = inOrder.length / 2;
  return ((inOrder[Math.ceil(middle) - 1] ?? 0) + (inOrder[Math.floor(middle)] ?? 0)) / 2;
}
