import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { DeskExceptionsTable } from './desk-exceptions.table.ts';

export type DeskException = Readonly<Selectable<DeskExceptionsTable>>;

export async function insertException(db: Db, row: Insertable<DeskExceptionsTable>): Promise<void> {
  await db.q().insertInto('desk_exceptions').values(row).execute();
}

export async function findException(db: Db, id: string): Promise<DeskException | undefined> {
  return db.q().selectFrom('desk_exceptions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Exceptions that a member may use now: everywhere, or for one account. */
export async function openExceptionsOf(
  db: Db,
  { member, at }: { readonly member: string; readonly at: number },
): Promise<readonly Pick<DeskException, 'account_id' | 'expires_at'>[]> {
  return db
    .q()
    .selectFrom('desk_exceptions')
    .select(['account_id', 'expires_at'])
    .where('member', '=', member)
    .where('expires_at', '>', at)
    .where('state', '=', 'open')
    .execute();
}

/** When the exceptional access of a member to an account ends; undefined without any. */
export async function exceptionUntil(
  db: Db,
  { member, accountId, at }: { readonly member: string; readonly accountId: string; readonly at: number },
): Promise<number | undefined> {
  const open = (await openExceptionsOf(db, { member, at })).filter(({ account_id: of }) => of === accountId);
  return open.length === 0 ? undefined : Math.max(...open.map(({ expires_at: until }) => until));
}

/** Exceptions of one page. */
const mostExceptions = 100;

/** Exceptions that can be confirmed, are open, or wait for an auditor, newest first. */
export async function listExceptions(db: Db, at: number): Promise<readonly DeskException[]> {
  return db
    .q()
    .selectFrom('desk_exceptions')
    .selectAll()
    .where('state', '<>', 'reviewed')
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('expires_at', '>', at)]))
    .orderBy('asked_at', 'desc')
    .limit(mostExceptions)
    .execute();
}
