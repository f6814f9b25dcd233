import type { MessageState } from '#contract/vocabulary/message-states.ts';
import type { Db } from '#server/core/database.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Records what became of a message. One that was sent stays sent, also when a second process tried it too. */
export async function setMessageState(db: Db, { id, state }: { readonly id: string; readonly state: MessageState }): Promise<void> {
  await unguarded(db).updateTable('sent_messages').set({ state }).where('id', '=', id).where('state', '<>', 'sent').execute();
}
