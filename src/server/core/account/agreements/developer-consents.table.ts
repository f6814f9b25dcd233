import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Acceptances of versions of the developer agreement. */
export interface DeveloperConsentsTable {
  account_id: string;
  version: string;
  region: string;
  language: string;
  accepted_at: number;
}

export const developerConsents = table<DeveloperConsentsTable>()({
  name: 'developer_consents',
  key: ['account_id', 'version'],
  sweep: 'never, because they prove what was accepted',
  erase: { rows: 'go', of: 'account_id', receipt: 'consents' },
  restore: 'keep, because what was accepted stays accepted',
  merge: 'keep',
  data: { topic: 'agreements', basis: 'contract', until: 'account', since: 'accepted_at' },
  columns: {
    account_id: isInternal,
    version: 'in the export as acceptedAgreements',
    region: 'in the export as acceptedAgreements',
    language: 'in the export as acceptedAgreements',
    accepted_at: 'in the export as acceptedAgreements, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    developer_consents: DeveloperConsentsTable;
  }
}
