/** Answers of an account to changed agreements. Times are milliseconds; publications are numbers from 1. */
export interface AcceptedTerms {
  /** The newest that was accepted; 0 before the first. */
  readonly through: number;
  /** The one that was put off until `remindAt`; 0 for none. */
  readonly laterFor: number;
  readonly remindAt: number | null;
  /** When childhood ended: from then on its owner answers for itself. Null for an account that was never a child's. */
  readonly grownAt: number | null;
}
