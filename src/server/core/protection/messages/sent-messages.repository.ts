import type { Selectable } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { SentMessagesTable } from './sent-messages.table.ts';

export type SentMessage = Selectable<SentMessagesTable>;

export interface MessagePosition {
  readonly at: number;
  readonly id: string;
}

/** Adds a message unless an earlier try has. */
export async function addSentMessage(db: Db, message: SentMessage): Promise<void> {
  await insertMessage(db, message);
}

const insertMessage = keptQuery<Database, { [Column in keyof SentMessage]: SentMessage[Column] }, unknown>((q, param) =>
  q
    .insertInto('sent_messages')
    .values({
      id: param('id'),
      account_id: param('account_id'),
      at: param('at'),
      expires_at: param('expires_at'),
      channel: param('channel'),
      kind: param('kind'),
      target: param('target'),
      reference: param('reference'),
      state: param('state'),
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

interface WantedMessages {
  readonly accountId: string;
  readonly since: number;
  readonly before: MessagePosition | undefined;
  readonly limit: number;
}

/** The query of a page. @internal */
export function messagesQuery(db: Db, { accountId, since, before, limit }: WantedMessages) {
  const query = db
    .q()
    .selectFrom('sent_messages')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return before === undefined ? query : query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before.at, before.id)));
}

/** Messages of an account before a position, newest first, at most `limit`. */
export async function listSentMessages(db: Db, wanted: WantedMessages): Promise<readonly SentMessage[]> {
  return messagesQuery(db, wanted).execute();
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
