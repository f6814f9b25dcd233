import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Known browsers of accounts: each has its own failure counters. */
export interface KnownBrowsersTable {
  account_id: string;
  /** SHA-256 of the browser's own cookie, base64url. */
  browser: string;
  first_at: number;
  last_at: number;
  /** Set when the account ended all other access; the browser is a strange one until it signs in again. */
  ended_at: Guarded<number | null>;
  /** Until then it skips the second step of a sign-in; null for a browser that is not trusted. */
  trusted_until: Guarded<number | null, number | null | undefined>;
  /** Epoch of the account when the trust was given: after a change of credentials there is none. */
  trust_epoch: Guarded<number, number | undefined>;
  /** User agent of its last sign-in. */
  user_agent: Guarded<string, string | undefined>;
  client_ip: Guarded<string, string | undefined>;
}

export const knownBrowsers = table<KnownBrowsersTable>()({
  name: 'known_browsers',
  key: ['account_id', 'browser'],
  sweep: 'never, because an account keeps a bounded number of them',
  erase: { rows: 'go', of: 'account_id', receipt: 'known_browsers' },
  restore: 'keep, because they give no access',
  merge: 'keep',
  data: { topic: 'sessions', basis: 'security', until: 'account', since: 'first_at' },
  columns: {
    account_id: isInternal,
    browser: 'derived from browserCookie',
    first_at: 'in the export as signInTimes, a time',
    last_at: 'in the export as signInTimes, a time',
    ended_at: 'in the export as signInTimes, a time',
    trusted_until: 'in the export as signInTimes, a time',
    trust_epoch: isBookkeeping,
    user_agent: 'in the export as browserAndSystem',
    client_ip: 'in the export as networkAddress',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    known_browsers: KnownBrowsersTable;
  }
}
