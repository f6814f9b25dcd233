import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import { assertOutsideTransaction, prepared, unguarded } from '#server/platform/db/guarded-writes.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import type { FailuresTable } from './failures.table.ts';

/**
 * The number of failures that blocks tries, and the duration: [failures, milliseconds], ascending. The last pair
 * reached applies.
 */
export type BlockSchedule = readonly (readonly [failures: number, blockMs: number])[];

export interface FailureRule {
  readonly key: string;
  readonly at: number;
  /** Failures are forgotten this long after the first of them, or after the end of the last block. */
  readonly windowMs: number;
  readonly schedule: BlockSchedule;
}

export interface Failures {
  readonly failures: number;
  readonly firstAt: number;
  readonly blockedUntil: number;
}

/** Counts a failure; simultaneous failures are all counted. */
export async function recordFailure(db: Db, rule: FailureRule): Promise<Failures> {
  const [row] = await failureUpsert(db, rule).execute();
  if (row === undefined) {
    throw new Error('a failure was not recorded');
  }
  return failuresOf(row);
}

/**
 * Counts a try in advance, unless the key is blocked: the schedule limits concurrent tries exactly. A success clears
 * the key. Commits on its own, so that no rollback gives the try back.
 * @throws {Error} inside a transaction
 */
export async function admitTry(db: Db, rule: FailureRule): Promise<Failures & { readonly admitted: boolean }> {
  assertOutsideTransaction(db, 'admitTry');
  const [row] = await failureUpsert(db, rule, 'unlessBlocked').execute();
  if (row !== undefined) {
    return { ...failuresOf(row), admitted: true };
  }
  const blocked = await readFailures(db, rule.key);
  return { failures: 0, firstAt: rule.at, blockedUntil: rule.at, ...blocked, admitted: false };
}

const failuresByKey = prepared<PlatformDatabase, { key: string }, Selectable<FailuresTable>>((q, param) =>
  q.selectFrom('failures').selectAll().where('key', '=', param('key')),
);

/** The failures since the last success, or undefined without any. Old ones count until the next one is recorded. */
export async function readFailures(db: Db, key: string): Promise<Failures | undefined> {
  const [row] = await failuresByKey(db, { key });
  return row && failuresOf(row);
}

/** Forgets the failures of a key after a success. */
export async function clearFailures(db: Db, key: string): Promise<void> {
  await unguarded(db).deleteFrom('failures').where('key', '=', key).execute();
}

function failuresOf(row: Selectable<FailuresTable>): Failures {
  return { failures: row.failures, firstAt: row.first_at, blockedUntil: row.blocked_until };
}

function failureUpsert(db: Db, { key, at, windowMs, schedule }: FailureRule, condition?: 'unlessBlocked') {
  const forgotten = sql<boolean>`failures.first_at <= ${at - windowMs} and failures.blocked_until <= ${at - windowMs}`;
  const count = sql<number>`case when ${forgotten} then 1 else failures.failures + 1 end`;
  const steps = schedule.toReversed().map(([failures, blockMs]) => sql`when (${count}) >= ${failures} then ${bigint(at + blockMs)}`);
  const blockedUntil = steps.length === 0 ? sql<number>`0` : sql<number>`case ${sql.join(steps, sql` `)} else 0 end`;
  return unguarded(db)
    .insertInto('failures')
    .values({ key, failures: 1, first_at: at, blocked_until: blockAfter(1, at, schedule) })
    .onConflict((conflict) => {
      const update = conflict.column('key').doUpdateSet({
        failures: count,
        first_at: sql<number>`case when ${forgotten} then ${bigint(at)} else failures.first_at end`,
        blocked_until: blockedUntil,
      });
      return condition === 'unlessBlocked' ? update.where('failures.blocked_until', '<=', at) : update;
    })
    .returningAll();
}

function blockAfter(failures: number, at: number, schedule: BlockSchedule): number {
  const [, blockMs] = schedule.findLast(([from]) => failures >= from) ?? [];
  return blockMs === undefined ? 0 : at + blockMs;
}

/** PostgreSQL treats a parameter in a `case` as text without a cast. */
function bigint(value: number) {
  return sql<number>`cast(${value} as bigint)`;
}
