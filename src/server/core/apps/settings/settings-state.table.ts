import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Switches of an account for its settings, and the stored amount. Without a row nothing is. */
export interface SettingsStateTable {
  account_id: string;
  /** 1 while programs may read and write. */
  enabled: Guarded<number>;
  /** Sum and number of the rows in `settings`. */
  bytes: Guarded<number>;
  entries: Guarded<number>;
  /** Random, and another one after each change. */
  version: Guarded<string>;
  /** When the account switched last. */
  switched_at: Guarded<number>;
  /** The settings that are switched off, of each program: JSON of `<client> <key>`. */
  switched_off: Guarded<string>;
}

export const settingsState = table<SettingsStateTable>()({
  name: 'settings_state',
  key: ['account_id'],
  sweep: 'never, because it holds until the account changes it',
  erase: { rows: 'go', of: 'account_id', receipt: 'settings' },
  restore: 'keep, because the settings of the copy are the ones that it counts',
  merge: 'keep',
  data: { topic: 'sessions', basis: 'choice', until: 'account', since: 'switched_at' },
  columns: {
    account_id: isInternal,
    enabled: 'in the export as syncedSettings, a switch',
    bytes: isBookkeeping,
    entries: isBookkeeping,
    version: isRandom,
    switched_at: 'in the export as syncedSettings, a time',
    switched_off: 'in the export as syncedSettings',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    settings_state: SettingsStateTable;
  }
}
