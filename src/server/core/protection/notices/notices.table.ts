import type { NoticeKind, NoticeWeight } from '#contract/protection/notices/notice-kinds.words.ts';
import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** `sent` separately, `waiting` for a digest, `gathered` by one; or a `digest`, which is a message too. */
export const noticeStates = ['sent', 'waiting', 'gathered', 'digest'] as const;

export type NoticeState = (typeof noticeStates)[number];

/** Notices of the last two days, one for each contact that is told: they say what waits in a flood. */
export interface NoticesTable {
  id: string;
  account_id: string;
  /** Keyed hash of the phone or email. */
  contact: string;
  channel: 'sms' | 'email';
  kind: NoticeKind;
  weight: NoticeWeight;
  state: Guarded<NoticeState>;
  at: number;
  /** The moment of the digest that it waits for; null for one that has left. */
  due_at: Guarded<number | null>;
  /** Further events that are only counted. */
  more: Guarded<number>;
  /** Sealed JSON of contact, language and facts of the message; null after it has left. */
  sealed: Guarded<string | null>;
}

export const notices = table<NoticesTable>()({
  name: 'notices',
  key: ['id'],
  sweep: [{ past: ['at'], graceMs: 2 * day, where: { state: ['sent', 'gathered', 'digest'] }, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because an alarm is better told twice than never',
  merge: 'keep',
  data: { topic: 'security', basis: 'security', until: 'swept', since: 'at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    contact: 'derived from sentMessages',
    channel: 'in the export as sentMessages',
    kind: 'in the export as sentMessages',
    weight: isBookkeeping,
    state: isBookkeeping,
    at: 'in the export as sentMessages, a time',
    due_at: isBookkeeping,
    more: isBookkeeping,
    sealed: 'sealed as sentMessages',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    notices: NoticesTable;
  }
}
