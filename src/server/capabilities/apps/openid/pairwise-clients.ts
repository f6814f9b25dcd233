import type Provider from 'oidc-provider';
import { registrationOf } from './clients/client-metadata.ts';

/**
 * Marks pairwise clients as such. The library's own registration takes the sector of the first redirect URL, which is
 * empty for native schemes, and asks more of clients of the device grant than we do.
 */
export function markPairwise(provider: Provider): void {
  const find = provider.Client.find.bind(provider.Client);
  provider.Client.find = async (id) => {
    const client = await find(id);
    if (client !== undefined && registrationOf(client).subject === 'pairwise') Object.assign(client, { subjectType: 'pairwise' });
    return client;
  };
}
