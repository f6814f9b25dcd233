import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { MemberState } from '#contract/operations/desk/decisions.ts';
import type { StaffRole } from '#contract/operations/desk/roles.ts';

interface NewMember {
  readonly name: string;
  readonly role: StaffRole;
  readonly at: number;
  readonly grantedBy: string;
}

/** Adds a member: false if the name, or the place, is taken. Exactly one caller gets a place. */
export async function addMember(db: Db, { name, role, at, grantedBy, place }: NewMember & { readonly place: string }): Promise<boolean> {
  const row = { name, role, state: 'active', since: at, changed_at: at, granted_by: grantedBy, place } as const;
  const { numInsertedOrUpdatedRows } = await unguarded(db)
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives a member who is held or has left a role: false if there is none, or they are active. */
export async function returnMember(db: Db, { name, role, at, grantedBy }: NewMember): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('staff')
      .set({ role, state: 'active', changed_at: at, granted_by: grantedBy })
      .where('name', '=', name)
      .where('state', '<>', 'active')
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the role of a member: true for the one caller that found them in one of these states. */
export async function moveMember(
  db: Db,
  { name, from, to, at }: { readonly name: string; readonly from: readonly MemberState[]; readonly to: MemberState; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('staff')
      .set({ state: to, changed_at: at })
      .where('name', '=', name)
      .where('state', 'in', from)
      .executeTakeFirstOrThrow(),
  );
}

/** Ties a member to an account: false if they have left, or the account is another member's. */
export async function linkMember(
  db: Db,
  { name, accountId, at }: { readonly name: string; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  const others = await db.q().selectFrom('staff').select('name').where('account_id', '=', accountId).where('name', '<>', name).execute();
  if (others.length > 0) return false;
  return won(
    await unguarded(db)
      .updateTable('staff')
      .set({ account_id: accountId, changed_at: at })
      .where('name', '=', name)
      .where('state', '<>', 'ended')
      .executeTakeFirstOrThrow(),
  );
}

/** After a restore nobody knows who has left since: returns the number of members who were active. */
export async function holdEveryMember(db: Db, at: number): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('staff')
    .set({ state: 'held', changed_at: at })
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
