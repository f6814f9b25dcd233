import { isBookkeeping, isInternal, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Deletion requests of accounts (`core/deletion`): at most one per account is pending or in progress. */
export interface DeletionsTable {
  id: string;
  account_id: string;
  /** pending → withdrawn, or pending → purging → purged. */
  state: Guarded<'pending' | 'withdrawn' | 'purging' | 'purged'>;
  /** The person's feedback, emptied by the purge. */
  channel: string;
  reason: string;
  detail: string;
  /** Version of the deletion agreement accepted at `requested_at`; null for a client that shows none. */
  agreement: string | null;
  requested_at: number;
  /** End of the time for withdrawal. */
  due_at: number;
  /** Number of sent reminders; `toldOtherDate` when the owner does not know `due_at` yet. */
  reminders: Guarded<number>;
  /** End of the lease of the instance that carries it out. */
  leased_until: Guarded<number>;
  ended_at: Guarded<number | null>;
  /** SHA-256 of the token in the link to the receipt; null for a request of a command. */
  receipt_hash: string | null;
}

export const deletions = table<DeletionsTable>()({
  name: 'deletions',
  key: ['id'],
  sweep: 'never, because they prove that a deletion was wanted',
  erase: { rows: 'stay', of: 'by core/account/deletion/deletions.guarded.ts', except: { of: 'account_id', where: { state: 'withdrawn' } } },
  restore: 'keep, because each begins again, with a notice to its owner',
  merge: 'keep',
  data: { topic: 'requests', basis: 'law', until: 'account', since: 'requested_at', of: ['account_id'] },
  columns: {
    id: { erase: 'keep, because it is random', export: isRandom },
    account_id: { erase: 'keep, because it is the internal id', export: isInternal },
    state: { erase: { becomes: 'purged' }, export: 'in the export as deletionRequests' },
    channel: { erase: { blank: '' }, export: 'in the export as deletionRequests' },
    reason: { erase: { blank: '' }, export: 'in the export as deletionRequests' },
    detail: { erase: { blank: '' }, export: 'in the export as deletionRequests' },
    agreement: {
      erase: 'keep, because the version of the text that was accepted proves that the deletion was wanted',
      export: 'in the export as deletionRequests',
    },
    requested_at: { erase: 'keep, because it proves when', export: 'in the export as deletionRequests, a time' },
    due_at: { erase: 'keep, because it proves when', export: 'in the export as deletionRequests, a time' },
    reminders: { erase: 'keep, because it proves how many', export: isBookkeeping },
    leased_until: { erase: 'keep, because it proves when', export: isBookkeeping },
    ended_at: { erase: 'keep, because it proves when', export: 'in the export as deletionRequests, a time' },
    receipt_hash: { erase: 'keep, because it is the hash of a random token that only the link has', export: isSecret },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    deletions: DeletionsTable;
  }
}
