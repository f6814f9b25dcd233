import { isBookkeeping, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';
import type { Lane } from './lane.ts';

/** Messages promised by committed transactions; the worker leases, sends and deletes them. */
export interface OutboxTable {
  id: string;
  channel: 'sms' | 'email';
  /** Sealed JSON of the message: codes and contacts are unreadable in the database. */
  sealed: string;
  /** The budget that it takes from when it leaves. */
  lane: Guarded<Lane>;
  /** The time at which it took its place in the budget. */
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
  sweep: 'by platform/sending/outbox/outbox-worker.ts',
  erase: { rows: 'go', of: 'by platform/sending/outbox/outbox-queue.ts', receipt: 'messages' },
  restore: 'void',
  merge: 'add',
  data: 'nothing, because a message is on its way to its reader',
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
