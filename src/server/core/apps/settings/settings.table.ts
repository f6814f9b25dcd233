import { isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Settings of desktops: each program has its own. Times are milliseconds. */
export interface SettingsTable {
  account_id: string;
  client_id: string;
  key: string;
  /** The value, sealed. */
  sealed: Guarded<string>;
  /** Size of the value, in UTF-8. */
  bytes: Guarded<number>;
  /** Random, and another one with each value. */
  etag: Guarded<string>;
  /** The name of the computer, as its program sent it. */
  device: Guarded<string>;
  changed_at: Guarded<number>;
}

export const settings = table<SettingsTable>()({
  name: 'settings',
  key: ['account_id', 'client_id', 'key'],
  sweep: 'never, because their owner removes them',
  erase: { rows: 'go', of: 'account_id', receipt: 'settings' },
  restore: 'keep, because a computer that is ahead is refused by the mark and stores its value again',
  merge: 'keep',
  data: { topic: 'sessions', basis: 'choice', until: 'removal', since: 'changed_at' },
  columns: {
    account_id: isInternal,
    client_id: 'in the export as syncedSettings',
    key: 'in the export as syncedSettings',
    sealed: 'in the export as syncedSettings, opened',
    bytes: 'in the export as syncedSettings, a number',
    etag: isRandom,
    device: 'in the export as deviceName',
    changed_at: 'in the export as syncedSettings, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    settings: SettingsTable;
  }
}
