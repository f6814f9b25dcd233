import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { endChildhood, endGuardianships, endWait, takeChildReminder } from '#server/core/rights/family/children.guarded.ts';
import { childrenDue } from '#server/core/rights/family/children.repository.ts';
import { guardianshipsOf } from '#server/core/rights/family/guardianships.repository.ts';
import { revokeExportsOfGuardian } from '#server/core/rights/exports/exports.guarded.ts';
import { day } from '#server/platform/clock.ts';
import type { FamilyDeps } from './children.ts';
import { tellOfDate } from './tell-of-date.ts';

export type ChildDatesDeps = FamilyDeps & {
  /** Opens the deletion of an account whose guardian has not agreed, in the caller's transaction. */
  readonly handToDeletion: (account: Account, dueAt: number) => Promise<void>;
};

/** Accounts of one kind in one run. */
const atOnce = 100;
/** Days before the date of a wait on which its people are notified of it, and the days before the end of childhood. */
const reminders = [
  { number: 1, days: 7 },
  { number: 2, days: 2 },
] as const;
const endsReminder = { number: 10, days: 30 } as const;

/**
 * The dates of children's accounts: reminders of a wait, its end, reminders of the end of childhood, and that end. Any
 * number of servers may do it at once: a guarded write decides each. Returns the number of accounts.
 */
export async function followChildDates(deps: ChildDatesDeps): Promise<number> {
  let done = 0;
  done += await each(deps, 'child_until', { withinDays: 0, of: grow });
  done += await each(deps, 'guardian_due_at', { withinDays: 0, of: endOneWait });
  for (const { number, days } of reminders)
    done += await each(deps, 'guardian_due_at', {
      withinDays: days,
      below: number,
      of: (at, child) => remind(deps, child, { number, at }),
    });
  done += await each(deps, 'child_until', { withinDays: endsReminder.days, below: endsReminder.number, of: tellOfEnd });
  return done;
}

interface Round {
  readonly withinDays: number;
  /** Only those with fewer notices. */
  readonly below?: number;
  readonly of: (at: number, child: Account, deps: ChildDatesDeps) => Promise<boolean>;
}

async function each(deps: ChildDatesDeps, column: 'child_until' | 'guardian_due_at', { withinDays, below, of }: Round): Promise<number> {
  const { db, clock } = deps.store;
  const at = clock.now();
  let done = 0;
  for (const id of await childrenDue(db, { column, before: at + withinDays * day, below, limit: atOnce })) {
    const isDone = await db.tx(async () => {
      await lockAccount(db, id);
      return of(at, await readAccount(deps.identity, id), deps);
    });
    done += isDone ? 1 : 0;
  }
  return done;
}

async function remind(
  deps: ChildDatesDeps,
  child: Account,
  { number, at }: { readonly number: number; readonly at: number },
): Promise<boolean> {
  const { dueAt } = child.age;
  if (dueAt === null || dueAt <= at || !(await takeChildReminder(deps.store.db, child.id, number))) return false;
  await tellOfDate(deps, child, { event: 'childDue', at: dueAt });
  return true;
}

/** After a withdrawal the fifteen days have passed; without any consent they begin now. */
async function endOneWait(at: number, child: Account, { store: { db }, handToDeletion }: ChildDatesDeps): Promise<boolean> {
  if (child.state !== 'active' || !(await endWait(db, child.id, at))) return false;
  await handToDeletion(child, child.age.answer === 'withdrawn' ? at : at + deletionMs);
  return true;
}

const deletionMs = 15 * day;

async function tellOfEnd(_at: number, child: Account, deps: ChildDatesDeps): Promise<boolean> {
  const { childUntil } = child.age;
  if (childUntil === null || !(await takeChildReminder(deps.store.db, child.id, endsReminder.number))) return false;
  await tellBoth(deps, child, childUntil);
  return true;
}

/** From now on the account belongs only to its owner. */
async function grow(at: number, child: Account, deps: ChildDatesDeps): Promise<boolean> {
  const {
    store: { db },
    evidence: { links },
    journal: { audit },
  } = deps;
  if (!(await endChildhood(db, child.id, at))) return false;
  await tellBoth(deps, child, at);
  for (const { guardian_id: guardianId } of await guardianshipsOf(db, 'child_id', child.id)) {
    await revokeExportsOfGuardian(db, { childId: child.id, guardianId });
    await audit.record({ event: 'guardian.ended', accountId: guardianId, origin: byItself });
  }
  await endGuardianships(db, child.id, at);
  await links.revoke(child.id, ['guardian']);
  await audit.record({ event: 'child.grown', accountId: child.id, origin: byItself });
  return true;
}

const byItself = { clientIp: '', requestId: '' } as const;

async function tellBoth(deps: ChildDatesDeps, child: Account, at: number): Promise<void> {
  await tellOfDate(deps, child, { event: 'guardianEnds', at, name: child.nickname });
  for (const { guardian_id } of await guardianshipsOf(deps.store.db, 'child_id', child.id))
    await tellOfDate(deps, await readAccount(deps.identity, guardian_id), { event: 'guardianEnds', at, name: child.nickname });
}
