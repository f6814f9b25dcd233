import type { AgreementType } from '#contract/account/agreements/agreement-types.words.ts';
import type { ConsentAct, ConsentChannel } from '#contract/account/agreements/consents.words.ts';
import type { Purpose } from '#contract/account/agreements/separate-consents.words.ts';
import { isInternal, isRandom, table } from '#server/platform/db/tables/table.ts';

/** Texts and choices that an account was shown, accepted, put off, gave and withdrew: never changed, removed with the account. */
export interface ConsentLedgerTable {
  id: string;
  account_id: string;
  at: number;
  act: ConsentAct;
  type: AgreementType | Purpose | 'childAgreement';
  version: string;
  /** SHA-256 of the text, hexadecimal; '' for a choice. */
  digest: string;
  /** 0 for a choice. */
  publication: number;
  region: string;
  language: string;
  channel: ConsentChannel;
  /** The kind of way that opened the session, or ''. */
  way: string;
}

export const consentLedger = table<ConsentLedgerTable>()({
  name: 'consent_ledger',
  key: ['id'],
  sweep: 'never, because they prove what was accepted',
  erase: { rows: 'go', of: 'account_id', receipt: 'consents' },
  restore: 'keep, because what was accepted stays accepted',
  merge: 'keep',
  data: { topic: 'agreements', basis: 'law', until: 'account', since: 'at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    at: 'in the export as acceptedAgreements, a time',
    act: 'in the export as acceptedAgreements',
    type: 'in the export as acceptedAgreements',
    version: 'in the export as acceptedAgreements',
    digest: 'in the export as acceptedAgreements',
    publication: 'in the export as acceptedAgreements, a number',
    region: 'in the export as acceptedAgreements',
    language: 'in the export as acceptedAgreements',
    channel: 'in the export as acceptedAgreements',
    way: 'in the export as acceptedAgreements',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    consent_ledger: ConsentLedgerTable;
  }
}
