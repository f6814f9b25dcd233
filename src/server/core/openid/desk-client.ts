import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sha256 } from '#server/platform/ids.ts';
import { clientDefaults } from './client.ts';
import type { ClientWithSecrets } from './clients.repository.ts';

/** The desk as a client of our own provider: it stands in no list, and nobody can change it. */
export const deskClientId = 'cedar-desk';

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
      name: { zh_CN: '运营工作台', en_US: 'Operator’s desk' },
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
