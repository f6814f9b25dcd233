import { isBookkeeping, isInternal, isRandom, isSecret, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** A legacy account as imported. Its identifiers are found by keyed hashes; the rest is sealed. */
export interface LegacyAccountsTable {
  id: string;
  /** Keyed hash of its id in the old system: no row is imported twice. */
  source_hash: string;
  /** Keyed hash of the imported row: unchanged rows are skipped. '' after the content is erased. */
  content_hash: string;
  import_id: string;
  /** `upgraded` and `merged` are tombstones: they neither sign in nor change again. */
  state: Guarded<'waiting' | 'upgraded' | 'merged'>;
  phone_hash: string | null;
  email_hash: string | null;
  username_hash: string | null;
  /** Sealed JSON of all content except the password; '' after the content is erased. */
  sealed: string;
  /** Sealed JSON of the foreign hash with its scheme. */
  sealed_password: string | null;
  /** Number of contacts removed because their owner declared that the account belongs to somebody else. */
  released: number;
  /** The account that it became or was merged into. */
  account_id: Guarded<string | null>;
  imported_at: number;
  settled_at: Guarded<number | null>;
}

export const legacyAccounts = table<LegacyAccountsTable>()({
  name: 'legacy_accounts',
  key: ['id'],
  sweep: 'by core/account/legacy/legacy-accounts.repository.ts',
  erase: { rows: 'stay', of: 'account_id' },
  restore: 'keep, because they are what was imported',
  merge: 'move',
  data: { topic: 'legacy', basis: 'contract', until: 'account', since: 'imported_at' },
  columns: {
    id: { erase: 'keep, because it is random', export: isRandom },
    source_hash: {
      erase: 'keep, because the row must not be imported again: keyed hash of its id in the old system',
      export: 'derived from legacyAccount',
    },
    content_hash: { erase: { blank: '' }, export: 'derived from legacyAccount' },
    import_id: { erase: 'keep, because it is the hash of a file', export: isBookkeeping },
    state: { erase: 'keep, because merged or upgraded it does not come to life again', export: 'in the export as legacyAccount' },
    phone_hash: { erase: { blank: null }, export: 'derived from legacyAccount' },
    email_hash: { erase: { blank: null }, export: 'derived from legacyAccount' },
    username_hash: { erase: { blank: null }, export: 'derived from legacyAccount' },
    sealed: { erase: { blank: '' }, export: 'sealed as legacyAccount' },
    sealed_password: { erase: { blank: null }, export: isSecret },
    released: { erase: 'keep, because it is a number', export: isBookkeeping },
    account_id: { erase: 'keep, because it is the internal id', export: isInternal },
    imported_at: { erase: 'keep, because it says when alone', export: 'in the export as legacyAccount, a time' },
    settled_at: { erase: 'keep, because it says when alone', export: 'in the export as legacyAccount, a time' },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    legacy_accounts: LegacyAccountsTable;
  }
}
