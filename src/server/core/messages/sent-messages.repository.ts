import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { SentMessagesTable } from './sent-messages.table.ts';

export type SentMessage = Selectable<SentMessagesTable>;

export interface MessagePosition {
  readonly at: number;
  readonly id: string;
}

/** Adds a message unless an earlier try has. */
export async function addSentMessage(db: Db, message: SentMessage): Promise<void> {
  await db
    .q()
    .insertInto('sent_messages')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Messages of an account before a position, newest first, at most `limit`. */
export async function listSentMessages(
  db: Db,
  {
    accountId,
    since,
    before,
    limit,
  }: { readonly accountId: string; readonly since: number; readonly before: MessagePosition | undefined; readonly limit: number },
): Promise<readonly SentMessage[]> {
  let query = db
    .q()
    .selectFrom('sent_messages')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)));
  return query.execute();
}

/** The message of an account with a reference, since a moment. */
export async function findSentMessage(
  db: Db,
  { accountId, since, reference }: { readonly accountId: string; readonly since: number; readonly reference: string },
): Promise<SentMessage | undefined> {
  return db
    .q()
    .selectFrom('sent_messages')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .where('reference', '=', reference)
    .executeTakeFirst();
}
