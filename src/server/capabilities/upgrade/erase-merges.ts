import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import type { Db } from '#server/platform/db/db.ts';
import { deleteMerges } from './merges.repository.ts';

/**
 * What was kept of an account, and of the legacy ones that went into it, to take a merge back: that time is over before a deletion is due,
 * but what is left of it waits for the hourly removal. That a legacy account was merged, and into which id, stays.
 */
export function mergesErasure({ db, legacyAccounts }: { readonly db: Db; readonly legacyAccounts: LegacyAccounts }): ErasedModule {
  return {
    kind: 'merges',
    // Nothing that the person would miss.
    count: () => Promise.resolve(0),
    async eraseRows(accountId) {
      await legacyAccounts.eraseOf(accountId);
      return deleteMerges(db, accountId);
    },
  };
}
