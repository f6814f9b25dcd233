import type { AppTold } from '#contract/vocabulary/erasure.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import { createSignalRows } from '#server/core/signals/signals.repository.ts';
import type { Store } from '#server/core/store.ts';

/** An app that had access to an account, and how it hears of the erasure. */
export interface ToldApp {
  readonly name: string;
  readonly told: AppTold;
}

/** The apps of an account that is about to be erased, with the way in which each hears of it. */
export async function appsOf(
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
