import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { RecoveryNumbersTable } from './recovery-numbers.table.ts';

export interface RecoveryNumber extends Readonly<Omit<Selectable<RecoveryNumbersTable>, 'shown'>> {
  readonly shown: readonly WayId[];
}

export async function insertRecoveryNumber(db: Db, row: Insertable<RecoveryNumbersTable>): Promise<void> {
  await db.q().insertInto('recovery_numbers').values(row).execute();
}

/** A number of an account that has not been used, in its time. */
export async function findRecoveryNumber(
  db: Db,
  { number, accountId, at }: { readonly number: string; readonly accountId: string; readonly at: number },
): Promise<RecoveryNumber | undefined> {
  const row = await db
    .q()
    .selectFrom('recovery_numbers')
    .selectAll()
    .where('number', '=', number)
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row && toNumber(row);
}

/** The number that a browser shows for an account. */
export async function openNumberOf(
  db: Db,
  { accountId, visitor, at }: { readonly accountId: string; readonly visitor: string; readonly at: number },
): Promise<RecoveryNumber | undefined> {
  const row = await db
    .q()
    .selectFrom('recovery_numbers')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('visitor', '=', visitor)
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row && toNumber(row);
}

function toNumber(row: Selectable<RecoveryNumbersTable>): RecoveryNumber {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `insertRecoveryNumber` writes it
  return { ...row, shown: JSON.parse(row.shown) as readonly WayId[] };
}

/** How many numbers an account has got since a moment. */
export async function countNumbers(db: Db, { accountId, since }: { readonly accountId: string; readonly since: number }): Promise<number> {
  const { count } = await db
    .q()
    .selectFrom('recovery_numbers')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('made_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
