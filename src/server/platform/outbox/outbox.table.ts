import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/table.ts';
import type { Lane } from './lanes.ts';

/** Messages that a committed transaction promised; the worker leases, sends and deletes them. */
export interface OutboxTable {
  id: string;
  channel: 'sms' | 'email';
  /** Sealed JSON of the message: nobody reads a code or an address in the database. */
  sealed: string;
  /** The budget that it takes from when it leaves. Null in messages of a version that counted codes when they were made. */
  lane: Guarded<Lane | null, Lane>;
  /** When it took its place there. */
  counted_at: Guarded<number | null, undefined>;
  created_at: number;
  not_before: number;
  expires_at: number;
  attempts: Guarded<number>;
  leased_until: Guarded<number>;
}

export const outbox = table<OutboxTable>()({
  name: 'outbox',
  key: ['id'],
  sweep: 'by platform/outbox/outbox-worker.ts',
  erase: { rows: 'go', of: 'by platform/outbox/outbox-queue.ts', receipt: 'messages' },
  restore: 'void',
  merge: 'add',
  columns: {
    id: isRandom,
    channel: isBookkeeping,
    sealed: 'not personal, because a message is on its way to its reader',
    lane: isBookkeeping,
    counted_at: isBookkeeping,
    created_at: isBookkeeping,
    not_before: isBookkeeping,
    expires_at: isBookkeeping,
    attempts: isBookkeeping,
    leased_until: isBookkeeping,
  },
});
