import { day } from '#server/platform/clock.ts';
import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Identifiers reserved for their last account, because the undo of a merge returns them. */
export interface ReservedIdentifiersTable {
  kind: 'phone' | 'email' | 'username' | 'nickname';
  value: string;
  account_id: string;
  reserved_until: number;
}

export const reservedIdentifiers = table<ReservedIdentifiersTable>()({
  name: 'reserved_identifiers',
  key: ['kind', 'value'],
  sweep: [{ past: ['reserved_until'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'reserved_identifiers' },
  restore: 'keep, because a merge of that time can be taken back',
  merge: 'add',
  data: { topic: 'legacy', basis: 'contract', until: 'swept' },
  columns: {
    kind: 'in the export as reservedNames',
    value: 'in the export as reservedNames',
    account_id: isInternal,
    reserved_until: 'in the export as reservedNames, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    reserved_identifiers: ReservedIdentifiersTable;
  }
}
