import type { GrownChoice, GuardianAnswer } from '#contract/vocabulary/children.ts';
import type { NewAge } from '#server/core/account/accounts/accounts.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Moves a guardianship from one state to another: true for the one caller that found it so. */
export async function turnGuardianship(
  db: Db,
  {
    id,
    ...turn
  }: { readonly id: string } & (
    | { readonly from: 'agreed'; readonly to: 'withdrawn' }
    /** A guardian who agrees again is as new as one who agrees for the first time. */
    | { readonly from: 'withdrawn'; readonly to: 'agreed'; readonly since: number }
  ),
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('guardianships')
      .set({ state: turn.to, ...(turn.to === 'agreed' && { since: turn.since }) })
      .where('id', '=', id)
      .where('state', '=', turn.from)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends one guardianship. */
export async function endGuardianship(db: Db, id: string, at: number): Promise<void> {
  await unguarded(db).updateTable('guardianships').set({ state: 'ended', ended_at: at }).where('id', '=', id).execute();
}

/** Ends all guardianships of a person who is no longer a child. */
export async function endGuardianships(db: Db, childId: string, at: number): Promise<void> {
  await unguarded(db)
    .updateTable('guardianships')
    .set({ state: 'ended', ended_at: at })
    .where('child_id', '=', childId)
    .where('state', '!=', 'ended')
    .execute();
}

/**
 * Notes the answer of a guardian for a child, with the date by which one has to agree: false when the account is no
 * child any more.
 */
export async function noteAnswer(
  db: Db,
  {
    childId,
    answer,
    dueAt,
    at,
  }: { readonly childId: string; readonly answer: GuardianAnswer; readonly dueAt: number | null; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ guardian_answer: answer, guardian_due_at: dueAt, guardian_told: 0, version: eb('version', '+', 1) }))
      .where('id', '=', childId)
      .where('age_band', '=', 'child')
      .where('child_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Counts a reminder of a child's date: true for the one server that sends it. */
export async function takeChildReminder(db: Db, childId: string, number: number): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ guardian_told: number })
      .where('id', '=', childId)
      .where('age_band', '=', 'child')
      .where('guardian_told', '<', number)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends the wait for a guardian: true for the one server that hands the account to its deletion. */
export async function endWait(db: Db, childId: string, at: number): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ guardian_due_at: null })
      .where('id', '=', childId)
      .where('guardian_due_at', '<=', at)
      .where('child_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes the owner's choice about earlier additions: true for the first answer, within its days. */
export async function answerGrown(
  db: Db,
  {
    accountId,
    choice,
    at,
    since,
  }: { readonly accountId: string; readonly choice: GrownChoice; readonly at: number; readonly since: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ grown_answer: choice, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .where('state', '=', 'active')
      .where('grown_answer', '=', '')
      .where('grown_at', '>', since)
      .where('grown_at', '<=', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends a childhood whose last day is over: true for the one server that does it. */
export async function endChildhood(db: Db, childId: string, at: number): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({
        age_band: 'minor',
        child_until: null,
        grown_at: at,
        // A guardian was asked for the child; its owner accepts the terms now.
        agreed_through: 0,
        guardian_answer: '',
        guardian_due_at: null,
        guardian_told: 0,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', childId)
      .where('age_band', '=', 'child')
      .where('child_until', '<=', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Gives an account its age that has come without one: true for the first answer. A child waits for a guardian. */
export async function giveAge(db: Db, accountId: string, { band, child }: NewAge): Promise<boolean> {
  const waits = child && {
    birthday: child.birthday,
    child_until: child.until,
    guardian_answer: 'waiting' as const,
    guardian_due_at: child.dueAt,
    guardian_told: 0,
  };
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ ...waits, age_band: band, age_remind_at: null, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .where('state', '=', 'active')
      .where('age_band', '=', '')
      .executeTakeFirstOrThrow(),
  );
}

/** Puts the question about the age off: false when it was answered, or put off at this moment. */
export async function putAgeOff(
  db: Db,
  { accountId, at, remindAt }: { readonly accountId: string; readonly at: number; readonly remindAt: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ age_remind_at: remindAt, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .where('age_band', '=', '')
      .where((eb) => eb.or([eb('age_remind_at', 'is', null), eb('age_remind_at', '<=', at)]))
      .executeTakeFirstOrThrow(),
  );
}
