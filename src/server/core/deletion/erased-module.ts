/**
 * Something that holds a part of an account: `app/wire.ts` lists all of them, so that the deletion knows none of its neighbours. Each step
 * may run again after a crash, and has nothing to do then.
 */
export interface ErasedModule {
  /** Names it to the person (`holdings`). */
  readonly kind: string;
  /** How many the account has: what the person will lose. */
  count(accountId: string): Promise<number>;
  /** Ends what still gives access, in the transaction of the request: tokens, grants, devices. */
  endAccess?(accountId: string): Promise<void>;
  /** Removes what is outside of the database. Before the rows go, which tell where it is; outside of transactions. */
  eraseFiles?(accountId: string): Promise<void>;
  /** Removes the rows that no declaration of a table leads to, before all others. In the transaction of the purge. */
  eraseRows?(accountId: string): Promise<void>;
}
