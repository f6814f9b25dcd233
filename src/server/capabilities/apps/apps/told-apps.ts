import type { Account } from '#server/core/account/accounts/account.ts';
import type { ToldApp } from '#server/core/account/deletion/told-app.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import type { Store } from '#server/core/store.ts';

/** The apps of an account that is about to be erased, with how each learns of it. */
export async function toldApps(
  {
    store,
    apps: { consents, clients },
  }: { readonly store: Pick<Store, 'db' | 'keyring'>; readonly apps: Pick<Apps, 'consents' | 'clients'> },
  { id, language }: Pick<Account, 'id' | 'language'>,
): Promise<readonly ToldApp[]> {
  const signals = createSignalRows(store);
  const found: ToldApp[] = [];
  for (const { clientId } of await consents.list(id)) {
    const client = await clients.find(clientId);
    if (client === undefined) continue;
    const hears = (await signals.streamsOf(clientId)).some(({ status }) => status !== 'disabled');
    found.push({ name: client.name[language], told: hears ? 'event' : client.backchannelLogoutUri === '' ? 'none' : 'signOut' });
  }
  return found;
}
