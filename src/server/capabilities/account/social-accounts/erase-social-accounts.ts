import type { ErasedModule } from '#server/core/erased-module.ts';
import type { Db } from '#server/core/database/db.ts';
import { listSocialAccounts } from './social-accounts.repository.ts';

/**
 * The social accounts of an account, which another account may then bind. Pending identities belong to a browser, not
 * yet to an account: they are sealed with a key that only the browser has, and expire long before a deletion is due.
 */
export function socialAccountsErasure({ db }: { readonly db: Db }): ErasedModule {
  return {
    kind: 'socialAccounts',
    count: async (accountId) => (await listSocialAccounts(db, accountId)).length,
  };
}
