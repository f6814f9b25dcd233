import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Security events on their way to an app: one row for each event and stream. */
export interface SignalsTable {
  /** The `jti` of the token, the same at each try. */
  id: string;
  stream_id: string;
  /** Null for an event about the stream, and after the purge of the account. */
  account_id: string | null;
  event: string;
  /** Sealed JSON of the claims, as the app will see them. */
  sealed: string;
  made_at: number;
  not_before: Guarded<number>;
  expires_at: Guarded<number>;
  tries: Guarded<number, undefined>;
  leased_until: Guarded<number, undefined>;
  done_at: Guarded<number | null, undefined>;
  /** Why the last try failed, in a word. */
  failure: Guarded<string | null, undefined>;
}

export const signals = table<SignalsTable>()({
  name: 'signals',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: 0, every: 'hour' }],
  erase: { rows: 'stay', of: 'account_id', except: { of: 'account_id', where: { event: 'identifier-changed' } } },
  restore: 'keep, because receivers know each event by its id and take it once',
  merge: 'keep',
  data: { topic: 'apps', basis: 'choice', until: 'short', since: 'made_at' },
  columns: {
    id: { erase: 'keep, because it is random', export: isRandom },
    stream_id: { erase: 'keep, because it names a stream of an app', export: isBookkeeping },
    account_id: { erase: { blank: null }, export: isInternal },
    event: { erase: 'keep, because it is the kind of an event', export: 'in the export as appSignals' },
    sealed: {
      erase: 'keep, because it has no more than the id under which the app knows the account, for a week',
      export: 'sealed as appSignals',
    },
    made_at: { erase: 'keep, because the app is told when it happened', export: 'in the export as appSignals, a time' },
    not_before: { erase: 'keep, because it is bookkeeping', export: isBookkeeping },
    expires_at: { erase: 'keep, because it is bookkeeping', export: isBookkeeping },
    tries: { erase: 'keep, because it is bookkeeping', export: isBookkeeping },
    leased_until: { erase: 'keep, because it is bookkeeping', export: isBookkeeping },
    done_at: { erase: 'keep, because it is bookkeeping', export: isBookkeeping },
    failure: { erase: 'keep, because it is the kind of a failure', export: isBookkeeping },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    signals: SignalsTable;
  }
}
