import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/table.ts';

/** "Who you are was checked just now": good for one sensitive action (`core/identity-proof`). */
export interface ProofsTable {
  id: string;
  account_id: string;
  /** Follows the session when that gets a new id; of the first step of a sign-in `visitor:` and the hash of the browser's cookie. */
  session_id: Guarded<string>;
  /** Of the account when the proof was given: of another epoch it is dead. */
  credential_epoch: number;
  method: string;
  /** The only action that it is good for, or '' for any. */
  action: string;
  /** Keyed hash of the only target that it is good for, or '' for any. */
  target_hash: string;
  created_at: number;
  expires_at: number;
  spent_at: Guarded<number | null>;
}

export const proofs = table<ProofsTable>()({
  name: 'proofs',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'proofs' },
  restore: 'void',
  merge: 'drop',
  columns: {
    id: isRandom,
    account_id: isInternal,
    session_id: 'derived',
    credential_epoch: isBookkeeping,
    method: 'in the export',
    action: 'in the export',
    target_hash: 'derived',
    created_at: 'in the export',
    expires_at: 'derived',
    spent_at: 'in the export',
  },
});
