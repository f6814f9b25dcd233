import type { AgreementType } from '#contract/vocabulary/agreement-types.ts';
import type { ChoicePurpose, ConsentAct, ConsentChannel } from '#contract/vocabulary/consents.ts';
import { isInternal, isRandom, table } from '#server/platform/db/table.ts';

/** What an account was shown, accepted, put off, gave and withdrew: never changed, removed with the account. */
export interface ConsentLedgerTable {
  id: string;
  account_id: string;
  at: number;
  act: ConsentAct;
  type: AgreementType | ChoicePurpose;
  version: string;
  /** SHA-256 of the text, hexadecimal; '' for a choice, and in rows of an earlier version. */
  digest: string;
  /** 0 for a choice, and in rows of an earlier version. */
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
  columns: {
    id: isRandom,
    account_id: isInternal,
    at: 'in the export',
    act: 'in the export',
    type: 'in the export',
    version: 'in the export',
    digest: 'in the export',
    publication: 'in the export',
    region: 'in the export',
    language: 'in the export',
    channel: 'in the export',
    way: 'in the export',
  },
});
