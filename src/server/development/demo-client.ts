import { demoClientId } from '#server/core/apps/clients/demo-client-id.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { clientDefaults, type OpenidClient } from '#server/core/apps/clients/client.ts';
import type { OpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import type { Clock } from '#server/platform/clock.ts';

/** A sheet with lines. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1f6f4a"/>' +
  '<rect x="17" y="12" width="30" height="40" rx="5" fill="#fff"/>' +
  '<path d="M24 24h16M24 32h16M24 40h9" stroke="#1f6f4a" stroke-width="3.5" stroke-linecap="round"/></svg>';

/** An app for trying sign-in, only on this machine: public, with PKCE and the device grant. */
const demo: OpenidClient = {
  id: demoClientId,
  kind: 'native',
  name: { ...forEveryLanguage(() => 'Cedar Notes (demo)'), zh_CN: '雪松笔记（演示）' },
  icon: `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`,
  links: { home: '', privacy: forEveryLanguage(() => ''), terms: forEveryLanguage(() => '') },
  redirectUris: ['http://127.0.0.1:8765/callback'],
  postLogoutRedirectUris: ['http://127.0.0.1:8765/'],
  backchannelLogoutUri: '',
  deviceGrant: true,
  scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
  system: false,
  ...clientDefaults,
};

/** Development only: registers the demo app if it is missing. */
export async function seedDemoClient({ clients, clock }: { readonly clients: OpenidClients; readonly clock: Clock }): Promise<void> {
  await clients.add(demo, undefined, clock.now());
}
