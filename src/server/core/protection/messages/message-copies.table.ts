import { minute } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Notices as they left, for as long as the desk may send them again. Codes are never here. */
export interface MessageCopiesTable {
  /** Id of the message. */
  id: string;
  account_id: string;
  /** The message that it repeats, or itself: that row has the count. */
  first: string;
  /** The message, sealed as in the outbox. */
  sealed: string;
  /** How often the first message was sent again. */
  again: Guarded<number>;
  /** The end of the message: after it nothing is sent again. */
  expires_at: number;
}

export const messageCopies = table<MessageCopiesTable>()({
  name: 'message_copies',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: minute, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'keep',
  data: 'nothing, because the list of sent messages has each, and the copy goes after three days',
  columns: {
    id: isRandom,
    account_id: isInternal,
    first: isRandom,
    sealed: 'not personal, because it is a message that its reader has',
    again: isBookkeeping,
    expires_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    message_copies: MessageCopiesTable;
  }
}
