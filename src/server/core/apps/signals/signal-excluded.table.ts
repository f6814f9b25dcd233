import { isBookkeeping, isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** People whose events an app does not want in a stream. */
export interface SignalExcludedTable {
  stream_id: string;
  account_id: string;
  since: number;
}

export const signalExcluded = table<SignalExcludedTable>()({
  name: 'signal_excluded',
  key: ['stream_id', 'account_id'],
  sweep: 'never, because it holds until the app takes it back or loses its stream',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because an app ignores events that it did not need',
  merge: 'keep',
  data: 'nothing, because it is a wish of an app, and says nothing of the person',
  columns: { stream_id: isRandom, account_id: isInternal, since: isBookkeeping },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    signal_excluded: SignalExcludedTable;
  }
}
