import { isBookkeeping, table } from '#server/platform/db/table.ts';

/** The chain over the trail: each seal covers a batch of rows and the seal before it. Triggers refuse every update. */
export interface AuditSealsTable {
  number: number;
  /** `checkpoint`: everything up to `through` has been removed for its age. */
  kind: 'rows' | 'checkpoint';
  sealed_at: number;
  rows: number;
  /** How many of the rows came without a keyed hash of their own. */
  adopted: number;
  /** Of a checkpoint, else 0 and ''. */
  through: number;
  through_mac: string;
  /** Over the rows' keyed hashes in their order. */
  digest: string;
  /** The keyed hash of the seal before. */
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
    adopted: isBookkeeping,
    through: isBookkeeping,
    through_mac: isBookkeeping,
    digest: isBookkeeping,
    previous: isBookkeeping,
    mac: isBookkeeping,
  },
});
