import { isBookkeeping, isInternal, table } from '#server/platform/db/table.ts';

/** Consents of accounts to clients. After a change of the epoch they are invalid. */
export interface OpenidConsentsTable {
  account_id: string;
  client_id: string;
  /** Names separated by blanks. */
  scopes: string;
  credential_epoch: number;
  authorized_at: number;
  last_used_at: number;
}

export const openidConsents = table<OpenidConsentsTable>()({
  name: 'openid_consents',
  key: ['account_id', 'client_id'],
  sweep: 'never, because they hold until their owner withdraws them',
  erase: { rows: 'go', of: 'account_id', receipt: 'apps' },
  restore: 'keep, because the epoch of the account has ended them',
  merge: 'drop',
  columns: {
    account_id: isInternal,
    client_id: 'in the export',
    scopes: 'in the export',
    credential_epoch: isBookkeeping,
    authorized_at: 'in the export',
    last_used_at: 'in the export',
  },
});
