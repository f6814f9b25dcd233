import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded } from '#server/platform/db/guarded-writes.ts';
import type { PasswordGuessesTable } from './password-guesses.table.ts';

/** The numbers of wrong passwords of a holder. */
export type GuessCount = Pick<Selectable<PasswordGuessesTable>, 'in_a_row' | 'in_period' | 'in_day' | 'paused_at'>;

export interface GuessRule {
  readonly at: number;
  /** Length of a period, and of a pause. */
  readonly periodMs: number;
  /** Length of the period of `in_day`. */
  readonly dayMs: number;
  /** Number of wrong passwords, in a row or in a period, with which the pause begins. */
  readonly most: number;
}

const byHolder = prepared<Database, { holder: string }, GuessCount>((q, param) =>
  q.selectFrom('password_guesses').select(['in_a_row', 'in_period', 'in_day', 'paused_at']).where('holder', '=', param('holder')),
);

export async function readGuesses(db: Db, holder: string): Promise<GuessCount | undefined> {
  const [row] = await byHolder(db, { holder });
  return row;
}

/**
 * Counts one wrong password: each of simultaneous ones, and none during a pause. Returns the numbers with it; undefined
 * during a pause.
 */
export async function countGuess(
  db: Db,
  holder: Pick<PasswordGuessesTable, 'holder' | 'kind' | 'account_id'>,
  { at, periodMs, dayMs, most }: GuessRule,
): Promise<GuessCount | undefined> {
  const over = sql<boolean>`password_guesses.paused_at is not null`;
  const isNewPeriod = sql<boolean>`(${over} or password_guesses.period_at <= ${at - periodMs})`;
  const inRow = sql<number>`case when ${over} then 1 else password_guesses.in_a_row + 1 end`;
  const inPeriod = sql<number>`case when ${isNewPeriod} then 1 else password_guesses.in_period + 1 end`;
  const isNewDay = sql<boolean>`password_guesses.day_at <= ${at - dayMs}`;
  return unguarded(db)
    .insertInto('password_guesses')
    .values({ ...holder, in_a_row: 1, in_period: 1, period_at: at, in_day: 1, day_at: at, paused_at: null, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('holder')
        .doUpdateSet({
          in_a_row: inRow,
          in_period: inPeriod,
          period_at: sql<number>`case when ${isNewPeriod} then ${bigint(at)} else password_guesses.period_at end`,
          paused_at: sql<number | null>`case when (${inRow}) >= ${most} or (${inPeriod}) >= ${most} then ${bigint(at)} else null end`,
          in_day: sql<number>`case when ${isNewDay} then 1 else password_guesses.in_day + 1 end`,
          day_at: sql<number>`case when ${isNewDay} then ${bigint(at)} else password_guesses.day_at end`,
          last_at: at,
        })
        .where((eb) => eb.or([eb('password_guesses.paused_at', 'is', null), eb('password_guesses.paused_at', '<=', at - periodMs)])),
    )
    .returning(['in_a_row', 'in_period', 'in_day', 'paused_at'])
    .executeTakeFirst();
}

/** Begins the row again after a right password. `counted` of the period were that password itself, counted in advance. */
export async function endRow(db: Db, { holder, counted }: { readonly holder: string; readonly counted: 0 | 1 }): Promise<void> {
  await unguarded(db)
    .updateTable('password_guesses')
    .set((eb) => ({ in_a_row: 0, in_period: eb('in_period', '-', counted), paused_at: null }))
    .where('holder', '=', holder)
    .execute();
}

/** Forgets the wrong passwords of an account in every browser: its password is another one now. */
export async function forgetGuesses(db: Db, accountId: string): Promise<void> {
  await unguarded(db).deleteFrom('password_guesses').where('account_id', '=', accountId).execute();
}

/** PostgreSQL treats a parameter in a `case` as text without a cast. */
function bigint(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}
