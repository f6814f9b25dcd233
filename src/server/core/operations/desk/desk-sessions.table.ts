import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Sessions of members of staff at the desk. One member has one that lives. */
export interface DeskSessionsTable {
  /** SHA-256 of the cookie's value, base64url. */
  id: string;
  account_id: string;
  /** The name of the member. */
  member: string;
  /** When the member was last changed: another time ends the session. */
  role_since: number;
  credential_epoch: number;
  /** Thumbprint of the key of the browser, by RFC 7638. */
  thumbprint: string;
  made_at: number;
  /** When the member last proved to be it. */
  proof_at: Guarded<number>;
  seen_at: Guarded<number>;
  expires_at: number;
  network: Guarded<string>;
  ended_at: Guarded<number | null>;
}

export const deskSessions = table<DeskSessionsTable>()({
  name: 'desk_sessions',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: 30 * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'sessions', basis: 'security', until: 'swept', since: 'made_at' },
  columns: {
    id: 'derived from browserCookie',
    account_id: isInternal,
    member: 'not personal, because it is the name that the operator calls a member of staff by',
    role_since: isBookkeeping,
    credential_epoch: isBookkeeping,
    thumbprint: isBookkeeping,
    made_at: 'in the export as signInTimes, a time',
    proof_at: 'in the export as signInTimes, a time',
    seen_at: 'in the export as signInTimes, a time',
    expires_at: 'derived from signInTimes',
    network: 'in the export as networkAddress',
    ended_at: 'in the export as signInTimes, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    desk_sessions: DeskSessionsTable;
  }
}
