import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { StaffTable } from './staff.table.ts';
import type { Actor, Member } from '#contract/operations/desk/decisions.ts';

export interface StaffRow extends Member {
  /** With which the member signs in to the desk; null without. */
  readonly accountId: string | null;
  readonly since: number;
  readonly changedAt: number;
  readonly grantedBy: string;
}

/** Everybody who is or was staff, by name. */
export async function listStaff(db: Db): Promise<readonly StaffRow[]> {
  return (await everybody(db, {})).map(toStaffRow);
}

const everybody = keptQuery<Database, Record<string, never>, Selectable<StaffTable>>((q) =>
  q.selectFrom('staff').selectAll().orderBy('name'),
);

/** The member who signs in to the desk with this account. */
export async function memberOfAccount(db: Db, accountId: string): Promise<StaffRow | undefined> {
  const [row] = await ofAccount(db, { accountId });
  return row && toStaffRow(row);
}

const ofAccount = keptQuery<Database, { accountId: string }, Selectable<StaffTable>>((q, param) =>
  q.selectFrom('staff').selectAll().where('account_id', '=', param('accountId')),
);

function toStaffRow(row: Selectable<StaffTable>): StaffRow {
  const { name, role, state, since, changed_at: changedAt, granted_by: grantedBy, account_id: accountId } = row;
  return { name, role, state, since, changedAt, grantedBy, accountId };
}

/** The member with this name in a shell, as in the present list. */
export async function shellActor(db: Db, name: string): Promise<Actor> {
  const [row] = await byName(db, { name });
  return { via: 'shell', name, staffed: row !== undefined || (await listStaff(db)).length > 0, member: row && toStaffRow(row) };
}

const byName = keptQuery<Database, { name: string }, Selectable<StaffTable>>((q, param) =>
  q.selectFrom('staff').selectAll().where('name', '=', param('name')),
);
