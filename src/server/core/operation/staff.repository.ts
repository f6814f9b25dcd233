import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { StaffTable } from './staff.table.ts';
import type { Actor, Member } from '#contract/desk/decisions.ts';

export interface StaffRow extends Member {
  /** With which the member signs in to the desk; null without. */
  readonly accountId: string | null;
  readonly since: number;
  readonly changedAt: number;
  readonly grantedBy: string;
}

/** Everybody who is or was staff, by name. */
export async function listStaff(db: Db): Promise<readonly StaffRow[]> {
  const rows = await db.q().selectFrom('staff').selectAll().orderBy('name').execute();
  return rows.map(toStaffRow);
}

/** The member who signs in to the desk with this account. */
export async function memberOfAccount(db: Db, accountId: string): Promise<StaffRow | undefined> {
  const row = await db.q().selectFrom('staff').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  return row && toStaffRow(row);
}

function toStaffRow(row: Selectable<StaffTable>): StaffRow {
  const { name, role, state, since, changed_at: changedAt, granted_by: grantedBy, account_id: accountId } = row;
  return { name, role, state, since, changedAt, grantedBy, accountId };
}

/** The member with this name in a shell, as in the present list. */
export async function shellActor(db: Db, name: string): Promise<Actor> {
  const staff = await listStaff(db);
  return { via: 'shell', name, staffed: staff.length > 0, member: staff.find((member) => member.name === name) };
}
