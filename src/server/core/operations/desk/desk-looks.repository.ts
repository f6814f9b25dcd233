import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { DeskLooksTable } from './desk-looks.table.ts';

export type DeskLook = Readonly<Selectable<DeskLooksTable>>;

export async function insertDeskLook(db: Db, look: DeskLook): Promise<void> {
  await insertRow(db, look);
}

const insertRow = keptQuery<Database, { [Column in keyof DeskLook]: DeskLook[Column] }, unknown>((q, param) =>
  q.insertInto('desk_looks').values({
    id: param('id'),
    session: param('session'),
    account_id: param('account_id'),
    member: param('member'),
    reason: param('reason'),
    case_ref: param('case_ref'),
    opened_at: param('opened_at'),
    expires_at: param('expires_at'),
  }),
);

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
  return ofAccount(db, { accountId, since });
}

const ofAccount = keptQuery<Database, { accountId: string; since: number }, DeskLook>((q, param) =>
  q
    .selectFrom('desk_looks')
    .selectAll()
    .where('account_id', '=', param('accountId'))
    .where('opened_at', '>=', param('since'))
    .orderBy('opened_at', 'desc'),
);
