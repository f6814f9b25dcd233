/**
 * A part of the product that holds account data. `app/wire-capabilities.ts` lists all of them, so that the deletion knows none of
 * them. Each step can run again after a crash and then has nothing to do.
 */
export interface ErasedModule {
  /** Name of the data for the person (`holdings`). */
  readonly kind: string;
  /** Number of items of the account: the person's loss by a deletion. */
  count(accountId: string): Promise<number>;
  /** Ends remaining access, in the transaction of the request: tokens, grants, devices. */
  endAccess?(accountId: string): Promise<void>;
  /**
   * Removes data outside of the database. Runs before the rows, which contain its location; outside of transactions.
   */
  eraseFiles?(accountId: string): Promise<void>;
  /** Removes rows that no table declaration leads to, before all others. In the transaction of the purge. */
  eraseRows?(accountId: string): Promise<void>;
}
