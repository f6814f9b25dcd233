import { isBookkeeping, table } from '#server/platform/db/tables/table.ts';

/**
 * The chain over the audit trail: each seal covers a batch of rows and the previous seal. Triggers refuse every update.
 */
export interface AuditSealsTable {
  number: number;
  /** `checkpoint`: everything up to `through` was removed because of its age. */
  kind: 'rows' | 'checkpoint';
  sealed_at: number;
  rows: number;
  /** Set for a checkpoint; otherwise 0 and ''. */
  through: number;
  through_mac: string;
  /** Over the rows' keyed hashes, in order. */
  digest: string;
  /** Keyed hash of the previous seal. */
  previous: string;
  mac: string;
}

export const auditSeals = table<AuditSealsTable>()({
  name: 'audit_seals',
  key: ['number'],
  sweep: 'never, because a seal covers the one before',
  erase: 'of nobody, because they are keyed hashes over batches of the trail',
  restore: 'keep, because the trail is the proof of what happened',
  merge: 'keep',
  columns: {
    number: isBookkeeping,
    kind: isBookkeeping,
    sealed_at: isBookkeeping,
    rows: isBookkeeping,
    through: isBookkeeping,
    through_mac: isBookkeeping,
    digest: isBookkeeping,
    previous: isBookkeeping,
    mac: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    audit_seals: AuditSealsTable;
  }
}
