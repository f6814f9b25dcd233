import { isInternal, table } from '#server/platform/db/tables/table.ts';

/**
 * A phone or email of a legacy account that nobody has proven to this product. It takes no place and signs nobody in: it
 * waits until a code confirms it.
 */
export interface UnprovenContactsTable {
  account_id: string;
  kind: 'phone' | 'email';
  /** Canonical, like that of an identifier. */
  value: string;
  shown: string;
  moved_at: number;
  ends_at: number;
}

export const unprovenContacts = table<UnprovenContactsTable>()({
  name: 'unproven_contacts',
  key: ['account_id', 'kind'],
  sweep: [{ past: ['ends_at'], graceMs: 0, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'unproven_contacts' },
  restore: 'keep, because they wait for their owner',
  merge: 'add',
  data: { topic: 'legacy', basis: 'contract', until: 'swept' },
  columns: {
    account_id: isInternal,
    kind: 'in the export as contacts',
    value: 'derived from contacts',
    shown: 'in the export as contacts',
    moved_at: 'in the export as contacts, a time',
    ends_at: 'in the export as contacts, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    unproven_contacts: UnprovenContactsTable;
  }
}
