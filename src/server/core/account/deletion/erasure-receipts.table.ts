import { isBookkeeping, isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Remaining proof of an erasure: account, time, and the number of items of each kind. */
export interface ErasureReceiptsTable {
  id: string;
  account_id: string;
  requested_at: number;
  due_at: number;
  erased_at: number;
  /** JSON: kind → number. */
  erased: string;
  /** Edition of the erasure: rises when an erasure covers more (`capabilities/deletion`). */
  edition: number;
  /** The receipt as its owner reads it, byte for byte as signed. */
  document: string;
  /** Signature of `document`: ECDSA over SHA-256 as DER, in base64. */
  signature: string;
  /** PEM of the key, which verifies `signature` without us. */
  public_key: string;
}

export const erasureReceipts = table<ErasureReceiptsTable>()({
  name: 'erasure_receipts',
  key: ['id'],
  sweep: 'never, because they prove that an account was erased',
  erase: { rows: 'stay', of: 'by capabilities/account/deletion/erasure.repository.ts' },
  restore: 'keep, because what was erased is erased again',
  merge: 'keep',
  data: 'nothing, because it is written when the account is gone',
  columns: {
    id: { erase: 'keep, because it is that of the request', export: isRandom },
    account_id: { erase: 'keep, because it is the internal id', export: isInternal },
    requested_at: { erase: 'keep, because it proves when', export: isBookkeeping },
    due_at: { erase: 'keep, because it proves when', export: isBookkeeping },
    erased_at: { erase: 'keep, because it proves when', export: isBookkeeping },
    erased: { erase: 'keep, because it has kinds, and how many of each', export: isBookkeeping },
    edition: { erase: 'keep, because it says by which list', export: isBookkeeping },
    document: { erase: 'keep, because it has times, topics and how many of each', export: isBookkeeping },
    signature: { erase: 'keep, because it proves the document', export: isBookkeeping },
    public_key: { erase: 'keep, because it is public', export: isBookkeeping },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    erasure_receipts: ErasureReceiptsTable;
  }
}
