import { isInternal, isRandom, isSecret, shortGraceMs, table, type Guarded } from '#server/platform/db/tables/table.ts';

/** Trial sign-ins of developers. */
export interface TrialsTable {
  id: string;
  client_id: string;
  account_id: string;
  /** Hash of the visitor cookie of the browser in which it began. */
  visitor: string;
  /** SHA-256 of the `state` of its request. */
  state_hash: string;
  /** Sealed JSON: options, steps and tokens, at most 32 KB. */
  sealed: string;
  /** When the sign-in answered; the answer is taken once. */
  answered_at: Guarded<number | null>;
  expires_at: number;
}

export const trials = table<TrialsTable>()({
  name: 'trials',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: shortGraceMs, every: 'minute' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'void',
  merge: 'drop',
  data: { topic: 'short', basis: 'contract', until: 'short' },
  columns: {
    id: isRandom,
    client_id: 'in the export as ownAppTests',
    account_id: isInternal,
    visitor: 'derived from ownAppTests',
    state_hash: isSecret,
    sealed: isSecret,
    answered_at: 'in the export as ownAppTests, a time',
    expires_at: 'derived from ownAppTests',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    trials: TrialsTable;
  }
}
