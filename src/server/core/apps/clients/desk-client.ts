import { forEveryLanguage, serverLanguageFacts } from '#contract/vocabulary/languages.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sha256 } from '#server/platform/ids.ts';
import { clientDefaults, deskClientId } from './client.ts';
import type { ClientWithSecrets, OpenidClients } from './clients.repository.ts';

/** Its secret never leaves the process. */
export function deskClientSecret(keyring: Keyring): string {
  return keyring.mac('desk', 'client');
}

export function deskClient(keyring: Keyring, deskUrl: string): ClientWithSecrets {
  const none = forEveryLanguage(() => '');
  return {
    state: 'live',
    secretHashes: keyring.macs('desk', 'client').map(sha256),
    client: {
      ...clientDefaults,
      id: deskClientId,
      kind: 'web',
      name: forEveryLanguage((language) => serverLanguageFacts[language].desk),
      icon: '',
      links: { home: '', privacy: none, terms: none },
      redirectUris: [`${deskUrl}/desk/back`],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: '',
      deviceGrant: false,
      scopes: ['openid'],
      system: true,
      firstParty: true,
    },
  };
}

/** Clients with the desk: only questions by its id find it, so that it stands in no list and no command changes it. */
export function withDesk(clients: OpenidClients, desk: ClientWithSecrets | undefined): OpenidClients {
  if (desk === undefined) return clients;
  const { client, state } = desk;
  return {
    ...clients,
    find: async (id) => (id === client.id ? client : clients.find(id)),
    findRegistration: async (id) =>
      id === client.id ? { client, ownerId: null, state, version: 1, liveAt: null } : clients.findRegistration(id),
    findWithSecrets: async (id, at) => (id === client.id ? desk : clients.findWithSecrets(id, at)),
  };
}
