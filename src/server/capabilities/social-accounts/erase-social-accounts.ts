import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { Db } from '#server/core/database.ts';
import { listSocialAccounts } from './social-accounts.repository.ts';

/**
 * The social accounts of an account, which are free for another one then. Identities that wait for their owner are nobody's yet: they
 * belong to a browser, are sealed with a key that only it has, and are gone long before a deletion is due.
 */
export function socialAccountsErasure({ db }: { readonly db: Db }): ErasedModule {
  return {
    kind: 'socialAccounts',
    count: async (accountId) => (await listSocialAccounts(db, accountId)).length,
  };
}
