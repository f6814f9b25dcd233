import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

export interface SessionsTable {
  /** SHA-256 of the cookie's value, base64url. */
  id: string;
  account_id: string;
  credential_epoch: number;
  created_at: number;
  /** Moved forward at most once per five minutes. */
  last_seen_at: number;
  idle_expires_at: number;
  expires_at: number;
  /** Set by sign-out or revocation; the session answers 401 afterwards. */
  ended_at: Guarded<number | null>;
  /** End of the last identity proof of this session, or null. */
  verified_until: Guarded<number | null>;
  /** Wrong passwords typed in this session, over its whole life. */
  wrong_passwords: Guarded<number>;
  /** Until then a passkey may be made silently, once: it began with a password. */
  passkey_until: Guarded<number | null>;
  client_ip: string;
  user_agent: string;
  /** When the person was last proven. */
  auth_at: Guarded<number>;
  /** How strongly it was opened (`core/sign-in/ways/assurance.ts`). */
  acr: Guarded<string>;
  /** Words of RFC 8176, with a space between them. */
  amr: Guarded<string>;
  /** Ids of the ways that opened it, the first one first, then of those that proved in it; with a space between them. */
  ways: Guarded<string>;
}

export const sessions = table<SessionsTable>()({
  name: 'sessions',
  key: ['id'],
  // Days during which an expired session differs from an unknown one (2000 instead of 401).
  sweep: [{ past: ['expires_at'], graceMs: { setting: 'sessionDays', days: 30 }, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'sessions' },
  restore: 'keep, because the epoch of the account has ended them',
  merge: 'drop',
  data: { topic: 'sessions', basis: 'security', until: 'swept', since: 'created_at' },
  columns: {
    id: 'derived from browserCookie',
    account_id: isInternal,
    credential_epoch: isBookkeeping,
    created_at: 'in the export as signInTimes, a time',
    last_seen_at: 'in the export as signInTimes, a time',
    idle_expires_at: 'derived from signInTimes',
    expires_at: 'derived from signInTimes',
    ended_at: 'in the export as signInTimes, a time',
    verified_until: 'in the export as signInChecks, a time',
    wrong_passwords: 'in the export as signInChecks, a number',
    passkey_until: 'derived from signInChecks',
    client_ip: 'in the export as networkAddress',
    user_agent: 'in the export as browserAndSystem',
    auth_at: 'in the export as signInTimes, a time',
    acr: 'in the export as signInChecks',
    amr: 'in the export as signInChecks',
    ways: 'derived from signInChecks',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    sessions: SessionsTable;
  }
}
