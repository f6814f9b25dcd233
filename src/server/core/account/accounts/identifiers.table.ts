import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Identifiers of accounts: at most one account has a given (kind, value), under any concurrency. */
export interface IdentifiersTable {
  kind: 'phone' | 'email' | 'username' | 'nickname';
  /** Canonical spelling (`core/account/identifiers/identifier.ts`). */
  value: string;
  account_id: string;
  /** As the person wrote it. */
  shown: string;
  verified_at: number | null;
  created_at: number;
}

export const identifiers = table<IdentifiersTable>()({
  name: 'identifiers',
  key: ['kind', 'value'],
  sweep: "never, because they are the account's for as long as it is there",
  erase: { rows: 'go', of: 'account_id', receipt: 'identifiers' },
  restore: 'keep, because they are what the account has',
  merge: 'move',
  data: { topic: 'account', basis: 'contract', until: 'account', since: 'created_at' },
  columns: {
    kind: 'in the export as contacts',
    value: 'derived from contacts',
    account_id: isInternal,
    shown: 'in the export as contacts',
    verified_at: 'in the export as contacts, a time',
    created_at: 'in the export as contacts, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    identifiers: IdentifiersTable;
  }
}
