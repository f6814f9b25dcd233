import type { ErasedModule } from '#server/core/erased-module.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { Store } from '#server/core/store.ts';

export interface OpenidErasureDeps {
  readonly store: Pick<Store, 'clock'>;
  readonly identity: Identity;
  readonly apps: Apps;
}

/**
 * Data that apps and devices hold of an account. Access needs no separate step: grants, tokens and devices belong to
 * the credentials that end with the request. The counts cover live records; everything goes.
 */
export function openidErasures({
  store: { clock },
  identity: { accounts },
  apps: { clients, consents, records, devices },
}: OpenidErasureDeps): readonly ErasedModule[] {
  return [
    {
      kind: 'apps',
      count: async (accountId) => (await consents.list(accountId)).length,
      async eraseRows(accountId) {
        await records.removeOfAccount(accountId);
        await clients.removeOfOwner(accountId);
      },
    },
    {
      // As the page of the devices lists them.
      kind: 'devices',
      async count(accountId) {
        const account = await accounts.findById(accountId);
        if (account === undefined) return 0;
        const whose = { accountId, credentialEpoch: account.credentialEpoch };
        return (await devices.list(whose)).length + (await devices.browsers({ ...whose, at: clock.now() })).length;
      },
    },
  ];
}
