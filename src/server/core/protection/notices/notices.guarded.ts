import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { NoticesTable } from './notices.table.ts';

export type NoticeRow = Selectable<NoticesTable>;

const insertNotice = prepared<Database, { [Column in keyof NoticeRow]: NoticeRow[Column] }, unknown>((q, param) =>
  q.insertInto('notices').values({
    id: param('id'),
    account_id: param('account_id'),
    contact: param('contact'),
    channel: param('channel'),
    kind: param('kind'),
    weight: param('weight'),
    state: param('state'),
    at: param('at'),
    due_at: param('due_at'),
    more: param('more'),
    sealed: param('sealed'),
  }),
);

export async function addNotice(db: Db, row: NoticeRow): Promise<void> {
  await insertNotice(db, row);
}

interface Reader {
  readonly accountId: string;
  readonly contact: string;
}

/** Counts one that is not kept, with one that waits for the same reader: false where none waits. */
export async function countWith(db: Db, { accountId, contact }: Reader): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('notices')
      .set((eb) => ({ more: eb('more', '+', 1) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('notices')
          .select('id')
          .where('account_id', '=', accountId)
          .where('contact', '=', contact)
          .where('state', '=', 'waiting')
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  );
}

/** Takes all that waits for a reader, for exactly one caller, in the transaction of its digest; the oldest first. */
export async function takeWaiting(db: Db, { accountId, contact }: Reader): Promise<readonly NoticeRow[]> {
  const waiting = await unguarded(db)
    .selectFrom('notices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('contact', '=', contact)
    .where('state', '=', 'waiting')
    .orderBy('at')
    .orderBy('id')
    .execute();
  if (waiting.length === 0) return [];
  const taken = await unguarded(db)
    .updateTable('notices')
    .set({ state: 'gathered', due_at: null, sealed: null })
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  const own = new Set(taken.map(({ id }) => id));
  return waiting.filter(({ id }) => own.has(id));
}

/** Lets all that waits for a reader wait until a moment. */
export async function postpone(db: Db, { accountId, contact, until }: Reader & { readonly until: number }): Promise<void> {
  await unguarded(db)
    .updateTable('notices')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('contact', '=', contact)
    .where('state', '=', 'waiting')
    .execute();
}
