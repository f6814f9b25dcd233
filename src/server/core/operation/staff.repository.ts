import type { Db } from '#server/core/database.ts';
import type { Actor, Member } from './decisions.ts';

export interface StaffRow extends Member {
  readonly since: number;
  readonly changedAt: number;
  readonly grantedBy: string;
}

/** Everybody who is or was staff, by name. */
export async function listStaff(db: Db): Promise<readonly StaffRow[]> {
  const rows = await db.q().selectFrom('staff').selectAll().orderBy('name').execute();
  return rows.map(({ name, role, state, since, changed_at: changedAt, granted_by: grantedBy }) => ({
    name,
    role,
    state,
    since,
    changedAt,
    grantedBy,
  }));
}

/** The member with this name in a shell, as in the present list. */
export async function shellActor(db: Db, name: string): Promise<Actor> {
  const staff = await listStaff(db);
  return { via: 'shell', name, staffed: staff.length > 0, member: staff.find((member) => member.name === name) };
}
