import { hour } from '#server/platform/clock.ts';
import { isInternal, isRandom, isBookkeeping, table, type Guarded, type Unwritten } from '#server/platform/db/tables/table.ts';

/**
 * Numbers that people read out to the desk when what they can show is too little to get back in: each is good for one
 * request of the browser that shows it.
 */
export interface RecoveryNumbersTable {
  number: string;
  account_id: string;
  /** The id that its request gets. Nobody has its token: the browser is known by its cookie. */
  claim_id: string;
  /** The ways that were shown, as JSON. */
  shown: string;
  /** The half of the client IP that identifies a network but no household. */
  place: string;
  /** Hash of the visitor's cookie. */
  visitor: string;
  state: Guarded<'open' | 'used'>;
  made_at: number;
  expires_at: number;
  /** Written by the previous version only. */
  language: Unwritten;
}

export const recoveryNumbers = table<RecoveryNumbersTable>()({
  name: 'recovery_numbers',
  key: ['number'],
  sweep: [{ past: ['expires_at'], graceMs: hour, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'security', until: 'short', since: 'made_at' },
  columns: {
    number: isRandom,
    account_id: isInternal,
    claim_id: 'derived from recoveryRequests',
    shown: 'derived from recoveryRequests',
    place: 'derived from networkAddress',
    visitor: 'derived from browserCookie',
    state: isBookkeeping,
    made_at: 'derived from recoveryRequests',
    expires_at: isBookkeeping,
    language: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    recovery_numbers: RecoveryNumbersTable;
  }
}
