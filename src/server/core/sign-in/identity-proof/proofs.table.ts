import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Identity proofs: a recent check of the person, valid for one sensitive action (`core/identity-proof`). */
export interface ProofsTable {
  id: string;
  account_id: string;
  /**
   * Moves with the session to its new id; for the first step of a sign-in, `visitor:` and the hash of the browser's
   * cookie.
   */
  session_id: Guarded<string>;
  /** Epoch of the account when the proof was given; after a change the proof is invalid. */
  credential_epoch: number;
  method: string;
  /** The very way that was shown (`WayId`), for a ticket several with a space between them. */
  way: string;
  /** The only permitted action, or '' for any. */
  action: string;
  /** Keyed hash of the only permitted target, or '' for any. */
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
  session: { session_id: 'moves' },
  data: { topic: 'short', basis: 'security', until: 'short', since: 'created_at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    session_id: 'derived from proofs',
    credential_epoch: isBookkeeping,
    method: 'in the export as proofs',
    way: 'derived from proofs',
    action: 'in the export as proofs',
    target_hash: 'derived from proofs',
    created_at: 'in the export as proofs, a time',
    expires_at: 'derived from proofs',
    spent_at: 'in the export as proofs, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    proofs: ProofsTable;
  }
}
