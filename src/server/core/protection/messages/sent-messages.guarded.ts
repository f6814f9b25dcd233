import type { MessageState } from '#contract/protection/notices/message-states.words.ts';
import type { Database, Db } from '#server/core/database/db.ts';
import { prepared } from '#server/platform/db/guarded-writes.ts';

/** Records what became of a message. One that was sent stays sent, also when a second process tried it too. */
export async function setMessageState(db: Db, became: { readonly id: string; readonly state: MessageState }): Promise<void> {
  await setState(db, became);
}

const setState = prepared<Database, { id: string; state: MessageState }, unknown>((q, param) =>
  q
    .updateTable('sent_messages')
    .set({ state: param('state') })
    .where('id', '=', param('id'))
    .where('state', '<>', 'sent'),
);
