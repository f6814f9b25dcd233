import { isBookkeeping, isSecret, table } from '#server/platform/db/tables/table.ts';

/** Keys common to all instances: sealed private parts. */
export interface KeysTable {
  id: string;
  purpose: string;
  public_part: string;
  sealed_part: string;
  created_at: number;
  retires_at: number | null;
}

export const keys = table<KeysTable>()({
  name: 'keys',
  key: ['id'],
  sweep: 'by platform/crypto/keys.repository.ts',
  erase: 'of nobody, because they are keys of the installation',
  restore: 'keep, because things under them are in use',
  merge: 'keep',
  columns: {
    id: isBookkeeping,
    purpose: isBookkeeping,
    public_part: isBookkeeping,
    sealed_part: isSecret,
    created_at: isBookkeeping,
    retires_at: isBookkeeping,
  },
});
