import type { Core } from '#server/core/core.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';

/**
 * Apps that end with the account unless they are handed over, and its places as a tester. Until the purge people use
 * the apps as before; then their rows go, with the other clients of the account.
 */
export function developerErasure({ apps: { own, testers, transfers } }: Pick<Core, 'apps'>): ErasedModule {
  return {
    kind: 'ownApps',
    count: async (accountId) => (await own.list(accountId)).filter(({ state }) => state !== 'deleted').length,
    async eraseRows(accountId) {
      await testers.eraseAccount(accountId);
      await transfers.eraseAccount(accountId);
    },
  };
}
