import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** The channels that an account has chosen for its notices. Without a row they are the usual ones. */
export interface NoticeSettingsTable {
  account_id: string;
  /** `NoticeChoice` as JSON. */
  groups: Guarded<string>;
  /** Values before each change of the last 45 days, as JSON: a freeze goes back to them. */
  held: Guarded<string>;
  /** Random, and another one after each change. */
  version: Guarded<string>;
  changed_at: Guarded<number>;
}

export const noticeSettings = table<NoticeSettingsTable>()({
  name: 'notice_settings',
  key: ['account_id'],
  sweep: 'never, because it holds until the account changes it',
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because alarms ignore it',
  merge: 'keep',
  data: { topic: 'security', basis: 'choice', until: 'account', since: 'changed_at' },
  columns: {
    account_id: isInternal,
    groups: 'in the export as noticeChoice',
    held: isBookkeeping,
    version: isRandom,
    changed_at: 'in the export as noticeChoice, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    notice_settings: NoticeSettingsTable;
  }
}
