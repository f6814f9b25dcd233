import * as client from 'openid-client';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { clientDefaults, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** A site from the view of apps: a listening test app, or servers in separate processes. */
interface Site {
  readonly config: Pick<TestApp['config'], 'publicUrl'>;
}

/** An app from its developer's view: an app's library, against the listening server. */
export interface TestRelyingParty {
  readonly config: client.Configuration;
  readonly clientId: string;
  readonly secret: string | undefined;
  readonly redirectUri: string;
}

const none = forEveryLanguage(() => '');

/** Registers a client with `changes` to a plain one. `web` has a secret. */
export async function registerClient(app: TestApp, changes: Partial<OpenidClient> = {}) {
  const redirectUri = changes.redirectUris?.[0] ?? 'https://app.example.com/callback';
  const registered: OpenidClient = {
    id: `app-${newId().replaceAll(/[_-]/g, 'x')}`,
    kind: 'web',
    name: { ...forEveryLanguage(() => 'Test app'), zh_CN: '测试应用' },
    icon: '',
    links: { home: 'https://app.example.com/', privacy: none, terms: none },
    redirectUris: [redirectUri],
    postLogoutRedirectUris: ['https://app.example.com/bye'],
    backchannelLogoutUri: '',
    deviceGrant: false,
    scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
    system: false,
    ...clientDefaults,
    ...changes,
  };
  const secret = registered.kind === 'web' ? newToken() : undefined;
  await app.wiring.core.apps.clients.add(registered, secret, app.clock.now());
  return { clientId: registered.id, secret, redirectUri };
}

/** A registered client, with the library on its side. The server must listen. */
export async function newRelyingParty(app: TestApp, changes: Partial<OpenidClient> = {}): Promise<TestRelyingParty> {
  const { clientId, secret, redirectUri } = await registerClient(app, changes);
  return connectRelyingParty(app.config.publicUrl, { clientId, secret, redirectUri });
}

/** The library on the side of a registered client. `fetching` can send its requests to another URL than the site's. */
export async function connectRelyingParty(
  publicUrl: string,
  registered: Omit<TestRelyingParty, 'config'>,
  fetching?: client.CustomFetch,
): Promise<TestRelyingParty> {
  const { clientId, secret } = registered;
  const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
  const config = await client.discovery(new URL(publicUrl), clientId, {}, authentication, {
    execute: [client.allowInsecureRequests],
    ...(fetching === undefined ? {} : { [client.customFetch]: fetching }),
  });
  return { config, ...registered };
}

/** An authorization that an app has begun. */
export interface Begun {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

export async function begin({ config, redirectUri }: TestRelyingParty, params: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...params,
  });
  return { url, verifier, state, nonce };
}

/** A browser's position after following every redirect within the site. */
export interface Stop {
  readonly status: number;
  readonly url: URL;
  readonly text: string;
}

/** Opens a URL and follows redirects to a page of the site, or to another site. */
export async function open(site: Site, browser: TestBrowser, address: URL | string): Promise<Stop> {
  let url = new URL(address, site.config.publicUrl);
  for (let hops = 0; hops < 12; hops += 1) {
    const isProtocol = url.origin === site.config.publicUrl && url.pathname.startsWith('/oidc/');
    if (!isProtocol) return { status: 0, url, text: '' };
    const answer = await browser.raw({ method: 'GET', path: url.pathname + url.search, headers: { accept: 'text/html' } });
    const { location } = answer.headers;
    if (location === undefined) return { status: answer.status, url, text: answer.text };
    url = new URL(location, url);
  }
  throw new Error('The redirects do not end.');
}

/** Allows the requests of the consent page at `stop`. */
export async function consent(
  site: Site,
  browser: TestBrowser,
  stop: Stop,
  allowed: readonly string[] | { readonly scopes: readonly string[]; readonly apis: readonly string[] },
): Promise<Stop> {
  const uid = stop.url.searchParams.get('interaction') ?? '';
  const body = 'scopes' in allowed ? allowed : { scopes: allowed };
  const answer = await browser.post<{ continue: string }>(`/openid/interaction/${uid}/allow`, body);
  if (answer.code !== 200) throw new Error(`The consent was refused: ${answer.text}`);
  return open(site, browser, answer.data.continue);
}

/** The whole authorization of a signed-in browser, with consent if needed. Returns the app's URL with its answer. */
export async function authorize(
  site: Site,
  browser: TestBrowser,
  { party, params = {} }: { readonly party: TestRelyingParty; readonly params?: Readonly<Record<string, string>> },
): Promise<Begun & { readonly callback: URL }> {
  const begun = await begin(party, params);
  let stop = await open(site, browser, begun.url);
  if (stop.url.pathname === '/consent') stop = await consent(site, browser, stop, (params['scope'] ?? 'openid profile').split(' '));
  return { ...begun, callback: stop.url };
}

/** The exchange of an answer for tokens, with every check of the library. */
export async function exchange({ config }: TestRelyingParty, { callback, verifier, state, nonce }: Begun & { readonly callback: URL }) {
  return client.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce });
}

/** Signs a browser in to an app: authorization and exchange. */
export async function signInTo(
  site: Site,
  browser: TestBrowser,
  how: { readonly party: TestRelyingParty; readonly params?: Readonly<Record<string, string>> },
) {
  return exchange(how.party, await authorize(site, browser, how));
}

/** The server's data in its page. */
export function routeData(html: string): Record<string, unknown> {
  const json = /<script type="application\/json" id="route-data">(.*?)<\/script>/s.exec(html)?.[1];
  if (json === undefined) throw new Error(`There is no data in ${html.slice(0, 200)}`);
  return JSON.parse(json);
}
