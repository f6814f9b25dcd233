import { isInternal, table } from '#server/platform/db/table.ts';

export interface ConsentsTable {
  account_id: string;
  type: 'privateAgreement' | 'serverAgreement';
  version: string;
  region: string;
  language: string;
  accepted_at: number;
}

export const consents = table<ConsentsTable>()({
  name: 'consents',
  key: ['account_id', 'type', 'version', 'accepted_at'],
  sweep: 'never, because they prove what was accepted',
  erase: { rows: 'go', of: 'account_id', receipt: 'consents' },
  restore: 'keep, because what was accepted stays accepted',
  merge: 'keep',
  data: { topic: 'agreements', basis: 'contract', until: 'account', since: 'accepted_at' },
  columns: {
    account_id: isInternal,
    type: 'in the export as acceptedAgreements',
    version: 'in the export as acceptedAgreements',
    region: 'in the export as acceptedAgreements',
    language: 'in the export as acceptedAgreements',
    accepted_at: 'in the export as acceptedAgreements, a time',
  },
});

declare module '#server/core/database.ts' {
  interface Database {
    consents: ConsentsTable;
  }
}
