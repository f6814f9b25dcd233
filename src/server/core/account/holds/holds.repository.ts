import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { HoldsTable } from './holds.table.ts';

export type Hold = Selectable<HoldsTable>;

/** The condition of every job that removes something of accounts: no authority holds the account of this column, or expression. */
export function notHeld(account: string | RawBuilder<unknown>, at: number): RawBuilder<SqlBool> {
  const its = typeof account === 'string' ? sql.ref(account) : account;
  return sql<SqlBool>`not exists (select 1 from holds where holds.account_id = ${its} and holds.until > ${at})`;
}

/**
 * Whether an account is held and its owner was not told (ACCESS_HOLD). For one who writes by the answer the hold lasts as long as
 * the transaction: its end finds what was written quietly.
 */
export async function isHeldQuietly(db: Db, accountId: string, { writes = false } = {}): Promise<boolean> {
  const told = sql<SqlBool>`exists (select 1 from activity
    where activity.account_id = holds.account_id and activity.event = 'data.held' and activity.at >= holds.made_at)`;
  const hold = db.q().selectFrom('holds').select('account_id').where('account_id', '=', accountId);
  const quiet = hold.where((eb) => eb.not(told)).$if(writes && db.engine === 'postgres', (query) => query.forShare());
  return (await quiet.executeTakeFirst()) !== undefined;
}

/** The owner's list gets what staff looked at while it was quiet. After the end of the hold, in its transaction. */
export async function showQuietLooks(db: Db, accountId: string): Promise<void> {
  await sql`insert into activity (id, account_id, at, event, browser, os, known_browser, count)
    select id, account_id, at, 'operator.looked', '', '', '', 1 from audit
    where account_id = ${accountId} and event = 'operator.looked-quietly' and not exists (select 1 from activity where activity.id = audit.id)`.execute(
    db.q(),
  );
}

/** Holds an account, or holds it longer: false when it is held as long already. */
export async function putHold(db: Db, hold: Hold): Promise<boolean> {
  const { until, operator, case_ref } = hold;
  const { numInsertedOrUpdatedRows } = await db
    .q()
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ until, operator, case_ref }).where('holds.until', '<', until))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Ends the hold of an account: undefined without one. */
export async function endHold(db: Db, accountId: string): Promise<Hold | undefined> {
  return db.q().deleteFrom('holds').where('account_id', '=', accountId).returningAll().executeTakeFirst();
}

/** Ends one of the holds whose time is over, unless it is being extended: that is looked at where it goes. */
export async function takeLapsedHold(db: Db, at: number): Promise<Hold | undefined> {
  const lapsed = db.q().selectFrom('holds').select('account_id').where('until', '<=', at).orderBy('until').limit(1);
  return db.q().deleteFrom('holds').where('account_id', '=', lapsed).where('until', '<=', at).returningAll().executeTakeFirst();
}

export async function listHolds(db: Db): Promise<readonly Hold[]> {
  return db.q().selectFrom('holds').selectAll().orderBy('until').execute();
}

/** When the oldest hold began: what there was then stays. */
export async function oldestHold(db: Db): Promise<number | undefined> {
  return (await db.q().selectFrom('holds').select('made_at').orderBy('made_at').limit(1).executeTakeFirst())?.made_at;
}

/** Whether an account is being erased at this moment, or is: nothing of it can be held any more. */
export async function isBeyondHold(db: Db, accountId: string, at: number): Promise<boolean> {
  const account = await db.q().selectFrom('accounts').select('state').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined || account.state === 'purged') return true;
  const erasing = db.q().selectFrom('deletions').select('id').where('account_id', '=', accountId).where('state', '=', 'purging');
  return (await erasing.where('leased_until', '>', at).executeTakeFirst()) !== undefined;
}
