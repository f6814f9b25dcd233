import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { DeskLooksTable } from './desk-looks.table.ts';

export type DeskLook = Readonly<Selectable<DeskLooksTable>>;

export async function insertDeskLook(db: Db, look: DeskLook): Promise<void> {
  await db.q().insertInto('desk_looks').values(look).execute();
}

/** A look of this session that is not over. */
export async function findDeskLook(
  db: Db,
  { id, session, at }: { readonly id: string; readonly session: string; readonly at: number },
): Promise<DeskLook | undefined> {
  return db
    .q()
    .selectFrom('desk_looks')
    .selectAll()
    .where('id', '=', id)
    .where('session', '=', session)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Looks at an account since a moment. */
export async function listDeskLooks(
  db: Db,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<readonly DeskLook[]> {
  return db
    .q()
    .selectFrom('desk_looks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('opened_at', '>=', since)
    .orderBy('opened_at', 'desc')
    .execute();
}
