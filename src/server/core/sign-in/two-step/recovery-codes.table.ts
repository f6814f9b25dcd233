import { isInternal, table, type Guarded } from '#server/platform/db/tables/table.ts';
import { minute } from '#server/platform/clock.ts';

/** Recovery codes of accounts (`core/second-step`): ten at a time, each good for once. */
export interface RecoveryCodesTable {
  account_id: string;
  /** Counts on over all codes that the account ever had. */
  n: number;
  /** Keyed hash of the account and the code. */
  mac: string;
  used_at: Guarded<number | null>;
  made_at: number;
  /** They prove nothing yet and end then; null once they have replaced the earlier ones. */
  pending_until: Guarded<number | null>;
  /** The session in whose set-up they wait: no other one makes them valid. */
  session_id: Guarded<string | null>;
}

export const recoveryCodes = table<RecoveryCodesTable>()({
  name: 'recovery_codes',
  key: ['account_id', 'n'],
  sweep: [{ past: ['pending_until'], graceMs: 5 * minute, where: { pending_until: 'set' }, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'recovery_codes' },
  restore: 'void',
  merge: 'keep',
  session: { session_id: 'moves' },
  data: { topic: 'account', basis: 'security', until: 'removal', since: 'made_at' },
  columns: {
    account_id: isInternal,
    n: 'in the export as recoveryCodes, a number',
    mac: 'derived from recoveryCodes',
    used_at: 'in the export as recoveryCodes, a time',
    made_at: 'in the export as recoveryCodes, a time',
    pending_until: 'derived from recoveryCodes',
    session_id: isInternal,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    recovery_codes: RecoveryCodesTable;
  }
}
