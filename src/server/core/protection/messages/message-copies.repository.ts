import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { MessageCopiesTable } from './message-copies.table.ts';

export type MessageCopy = Readonly<Selectable<MessageCopiesTable>>;

/** Keeps a message unless an earlier try has. */
export async function keepMessageCopy(db: Db, copy: Omit<MessageCopy, 'again'>): Promise<void> {
  await insertCopy(db, copy);
}

type NewCopy = Omit<MessageCopy, 'again'>;

const insertCopy = keptQuery<Database, { [Column in keyof NewCopy]: NewCopy[Column] }, unknown>((q, param) =>
  q
    .insertInto('message_copies')
    .values({
      id: param('id'),
      account_id: param('account_id'),
      first: param('first'),
      sealed: param('sealed'),
      expires_at: param('expires_at'),
      again: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** A message of an account that has not ended. */
export async function findMessageCopy(
  db: Db,
  { accountId, id, at }: { readonly accountId: string; readonly id: string; readonly at: number },
): Promise<MessageCopy | undefined> {
  return db
    .q()
    .selectFrom('message_copies')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** The ends of messages of an account that can be sent again, by id. */
export async function listMessageCopies(
  db: Db,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .q()
    .selectFrom('message_copies')
    .select(['id', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at)
    .execute();
  return new Map(rows.map((row) => [row.id, row.expires_at]));
}
