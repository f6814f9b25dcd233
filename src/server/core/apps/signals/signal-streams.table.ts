import { isBookkeeping, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Where and how an app is notified of security events. */
export interface SignalStreamsTable {
  id: string;
  client_id: string;
  kind: 'push' | 'poll' | 'webhook';
  /** Address for push and webhook; '' for poll. */
  url: string;
  /** Sealed: the value of the header `Authorization` of a push, or the secrets of a webhook. */
  sealed_secret: string | null;
  /** Names of the events that the app wants, separated by blanks. */
  events: string;
  description: string;
  /** `enabled`: delivered; `paused`: held; `disabled`: dropped. */
  status: Guarded<'enabled' | 'paused' | 'disabled'>;
  reason: Guarded<string>;
  /** Time of the last verification that the app asked for. */
  asked_at: Guarded<number | null>;
  /** Time of the first acknowledged verification; before it nothing else is sent. Null for a poll, which needs none. */
  verified_at: Guarded<number | null>;
  /** Time of the first failure since the last success. */
  failing_since: Guarded<number | null>;
  created_at: number;
}

export const signalStreams = table<SignalStreamsTable>()({
  name: 'signal_streams',
  key: ['id'],
  sweep: 'never, because an app or an operator removes them',
  erase: 'of nobody, because they belong to apps',
  restore: 'keep, because they are what apps and operators have set up',
  merge: 'keep',
  columns: {
    id: isRandom,
    client_id: isBookkeeping,
    kind: isBookkeeping,
    url: isBookkeeping,
    sealed_secret: isSecret,
    events: isBookkeeping,
    description: isBookkeeping,
    status: isBookkeeping,
    reason: isBookkeeping,
    asked_at: isBookkeeping,
    verified_at: isBookkeeping,
    failing_since: isBookkeeping,
    created_at: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    signal_streams: SignalStreamsTable;
  }
}
