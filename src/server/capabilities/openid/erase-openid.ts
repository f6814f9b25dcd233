import type { ErasedModule } from '#server/core/deletion/erased-module.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import type { Consents } from '#server/core/openid/consents.repository.ts';
import type { Devices } from '#server/core/openid/devices.repository.ts';

export interface OpenidErasureDeps {
  readonly identity: Identity;
  readonly apps: Apps;
}

/**
 * Data that apps and devices hold of an account. Access needs no step of its own: consents, grants, tokens and devices
 * belong to the credentials that end with the request. The counts cover live records; everything goes.
 */
export function openidErasures({
  identity: { accounts },
  apps: { consents, records, devices },
}: OpenidErasureDeps): readonly ErasedModule[] {
  async function countLive(accountId: string, list: Consents['list'] | Devices['list']): Promise<number> {
    const account = await accounts.findById(accountId);
    return account ? (await list({ accountId, credentialEpoch: account.credentialEpoch })).length : 0;
  }
  return [
    {
      kind: 'apps',
      count: (accountId) => countLive(accountId, (whose) => consents.list(whose)),
      async eraseRows(accountId) {
        await records.removeOfAccount(accountId);
      },
    },
    {
      kind: 'devices',
      count: (accountId) => countLive(accountId, (whose) => devices.list(whose)),
    },
  ];
}
