import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** A merge of a legacy account into an account, and the data for its undo. */
export interface LegacyMergesTable {
  id: string;
  legacy_id: string;
  account_id: string;
  /** 1 for the first merge into the account. */
  position: number;
  /** The id of its link. */
  undo_hash: string;
  /** Sealed JSON of the account's previous data and the merge's changes; '' after the content is erased. */
  sealed: string;
  merged_at: number;
  undo_until: number;
  undone_at: Guarded<number | null>;
}

export const legacyMerges = table<LegacyMergesTable>()({
  name: 'legacy_merges',
  key: ['id'],
  sweep: [{ past: ['undo_until'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'merges' },
  restore: 'keep, because a merge of that time can be taken back',
  merge: 'add',
  data: { topic: 'legacy', basis: 'contract', until: 'short', since: 'merged_at' },
  columns: {
    id: isRandom,
    legacy_id: isRandom,
    account_id: isInternal,
    position: isBookkeeping,
    undo_hash: isSecret,
    sealed: 'sealed as legacyMerges',
    merged_at: 'in the export as legacyMerges, a time',
    undo_until: 'derived from legacyMerges',
    undone_at: 'in the export as legacyMerges, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    legacy_merges: LegacyMergesTable;
  }
}
