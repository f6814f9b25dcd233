import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { NoticesTable } from './notices.table.ts';

export type NoticeRow = Selectable<NoticesTable>;

export async function addNotice(db: Db, row: Insertable<NoticesTable>): Promise<void> {
  await unguarded(db).insertInto('notices').values(row).execute();
}

/** Counts one that is not kept, with one that waits: false where that one has left meanwhile. */
export async function countWith(db: Db, id: string): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('notices')
      .set((eb) => ({ more: eb('more', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  );
}

interface Reader {
  readonly accountId: string;
  readonly contact: string;
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
