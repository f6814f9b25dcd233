import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { forgetGuesses } from './password-guesses.guarded.ts';

/** The SQL on passwords. */
export interface Credentials {
  /** Replaces the hash by another of the same password, unless the password changed meanwhile. */
  rehash(accountId: string, hashes: { readonly from: string; readonly to: string }): Promise<void>;
  /** Notes whether the password of this hash is easy to guess. */
  noteWeakness(accountId: string, of: { readonly hash: string; readonly isWeak: boolean }): Promise<void>;
  /**
   * Sets the password, in the caller's transaction, which must also end everything made with the previous credentials
   * (`access.endAll`). Ends a pause of the previous one (`password-guesses.ts`).
   */
  setPassword(accountId: string, change: { readonly hash: string; readonly at: number }): Promise<void>;
  /** Removes the password because a stranger may know it; same transaction rule as `setPassword`. */
  clearPassword(accountId: string, at: number): Promise<void>;
}

export function createCredentials(db: Db): Credentials {
  return {
    async rehash(accountId, { from, to }) {
      await db
        .q()
        .updateTable('accounts')
        .set({ password_hash: to })
        .where('id', '=', accountId)
        .where('password_hash', '=', from)
        .execute();
    },

    async noteWeakness(accountId, { hash, isWeak }) {
      await db
        .q()
        .updateTable('accounts')
        .set({ password_weak: isWeak ? 1 : 0 })
        .where('id', '=', accountId)
        .where('password_hash', '=', hash)
        .execute();
    },

    async setPassword(accountId, { hash, at }) {
      await db
        .q()
        .updateTable('accounts')
        .set({ password_hash: hash, password_changed_at: at, password_weak: 0 })
        .where('id', '=', accountId)
        .execute();
      await forgetGuesses(db, accountId);
      await raiseVersion(db, accountId);
    },

    async clearPassword(accountId, at) {
      await db
        .q()
        .updateTable('accounts')
        .set({ password_hash: null, password_changed_at: at, password_weak: 0 })
        .where('id', '=', accountId)
        .execute();
      await raiseVersion(db, accountId);
    },
  };
}
