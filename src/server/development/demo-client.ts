import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { OpenidClient } from '#server/core/openid/client.ts';
import type { OpenidClients } from '#server/core/openid/clients.repository.ts';
import type { Clock } from '#server/platform/clock.ts';

/** An app for trying sign-in, only on this machine: public, with PKCE and the device grant. */
const demo: OpenidClient = {
  id: 'cedar-demo',
  kind: 'native',
  name: { ...forEveryLanguage(() => 'Cedar Notes (demo)'), zh_CN: '雪松笔记（演示）' },
  icon: '',
  links: { home: '', privacy: forEveryLanguage(() => ''), terms: forEveryLanguage(() => '') },
  redirectUris: ['http://127.0.0.1:8765/callback'],
  postLogoutRedirectUris: ['http://127.0.0.1:8765/'],
  backchannelLogoutUri: '',
  deviceGrant: true,
  scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
  system: false,
};

/** Development only: registers the demo app if it is missing. */
export async function seedDemoClient({ clients, clock }: { readonly clients: OpenidClients; readonly clock: Clock }): Promise<void> {
  await clients.add(demo, undefined, clock.now());
}
