import { activityDays } from '#contract/protection/activity/activity.words.ts';
import type { MessageState } from '#contract/protection/notices/message-states.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Messages that were about to leave for an account (`core/messages`), without their content. */
export interface SentMessagesTable {
  /** Id of the message in the outbox. */
  id: string;
  account_id: string;
  /** The first try to send it. */
  at: number;
  /** The last moment at which it may still leave. */
  expires_at: number;
  channel: 'sms' | 'email';
  /** The scene of the message: of a code, or the event of a notice. */
  kind: string;
  /** Masked phone or email. */
  target: string;
  /** As the mail carries it; '' for SMS and mails without one. */
  reference: string;
  state: Guarded<MessageState>;
}

export const sentMessages = table<SentMessagesTable>()({
  name: 'sent_messages',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: activityDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'sent_messages' },
  restore: 'keep, because it says what was sent',
  merge: 'add',
  data: { topic: 'security', basis: 'contract', until: 'swept', since: 'at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    at: 'in the export as sentMessages, a time',
    expires_at: isBookkeeping,
    channel: 'in the export as sentMessages',
    kind: 'in the export as sentMessages',
    target: 'in the export as sentMessages',
    reference: 'in the export as sentMessages',
    state: 'in the export as sentMessages',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    sent_messages: SentMessagesTable;
  }
}
