import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Consents of accounts to clients. */
export interface OpenidConsentsTable {
  account_id: string;
  client_id: string;
  /** Names separated by blanks. */
  scopes: string;
  /** Allowed claims beyond the scopes, and `personal`; names separated by blanks. */
  more: string;
  authorized_at: number;
  last_used_at: number;
  /** The pairwise id that the app was told; null before, and where it knows the account's own id. */
  subject: string | null;
}

export const openidConsents = table<OpenidConsentsTable>()({
  name: 'openid_consents',
  key: ['account_id', 'client_id'],
  sweep: 'never, because they hold until their owner withdraws them',
  erase: { rows: 'go', of: 'account_id', receipt: 'apps' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'apps', basis: 'choice', until: 'removal', since: 'authorized_at' },
  columns: {
    account_id: isInternal,
    client_id: 'in the export as appPermissions',
    scopes: 'in the export as appPermissions',
    more: 'in the export as appPermissions',
    authorized_at: 'in the export as appTimes, a time',
    last_used_at: 'in the export as appTimes, a time',
    subject: isInternal,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    openid_consents: OpenidConsentsTable;
  }
}
