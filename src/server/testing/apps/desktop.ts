import * as client from 'openid-client';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { createOpenidResources } from '#server/core/apps/clients/resources.repository.ts';
import { begin, consent, newRelyingParty, open, type Begun, type TestRelyingParty } from './openid.ts';
import type { Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** The account service of a desktop, from the side of the desktop. */
export interface TestDesktop {
  readonly party: TestRelyingParty;
  readonly keys: client.CryptoKeyPair;
  readonly token: string;
  readonly refreshToken: string;
  readonly call: (method: string, path: string, more?: DesktopRequest) => Promise<DesktopAnswer>;
}

interface DesktopRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DesktopAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of any call
  readonly data: any;
}

const scope = 'openid profile desktop';

/** Registers the API of settings (docs/design/settings-sync.md), once. */
export async function addSettingsApi({ db, config, clock }: TestApp): Promise<void> {
  const apis = createOpenidResources(db);
  const id = `${config.publicUrl}/api`;
  if ((await apis.find(id)) !== undefined) return;
  const scopes = { settings: forEveryLanguage(() => 'Sync your settings') };
  await apis.add({ id, scopes, tokenSeconds: 300, format: 'opaque', introspector: '' }, clock.now());
}

export function newDesktopClient(app: TestApp, changes: Partial<OpenidClient> = {}): Promise<TestRelyingParty> {
  return newRelyingParty(app, {
    kind: 'native',
    redirectUris: ['http://127.0.0.1/done'],
    deviceGrant: true,
    system: true,
    dpop: true,
    scopes: ['openid', 'profile', 'desktop'],
    ...changes,
  });
}

/** Requests of a desktop beside itself: the scope of an API, and whether the person leaves it on. */
interface MoreAsked {
  readonly resource: string;
  readonly scope: string;
  readonly apis: readonly string[];
}

/** A desktop that a person has signed in by the browser on the same computer. */
export async function signInDesktop(app: TestApp, { browser }: Person, party?: TestRelyingParty, more?: MoreAsked): Promise<TestDesktop> {
  const registered = party ?? (await newDesktopClient(app));
  const keys = await client.randomDPoPKeyPair('ES256');
  const DPoP = client.getDPoPHandle(registered.config, keys);
  const begun = await begin(registered, more === undefined ? { scope } : { scope: `${scope} ${more.scope}`, resource: more.resource });
  const described = {
    ...Object.fromEntries(begun.url.searchParams),
    device_name: 'Workstation',
    device_type: 'pc',
    os: 'Cedar OS',
    os_version: '25',
  };
  const url = await client.buildAuthorizationUrlWithPAR(registered.config, described, { DPoP });
  const stop = await consent(app, browser, await open(app, browser, url), { scopes: scope.split(' '), apis: more?.apis ?? [] });
  const tokens = await exchangeBound(registered, { ...begun, callback: stop.url }, DPoP);
  return desktopOf(app, { party: registered, keys, tokens });
}

async function exchangeBound(
  { config }: TestRelyingParty,
  { callback, verifier, state, nonce }: Begun & { readonly callback: URL },
  DPoP: client.DPoPHandle,
) {
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  return client.authorizationCodeGrant(config, callback, checks, undefined, { DPoP });
}

export function desktopOf(
  app: TestApp,
  {
    party,
    keys,
    tokens,
  }: { readonly party: TestRelyingParty; readonly keys: client.CryptoKeyPair; readonly tokens: client.TokenEndpointResponse },
): TestDesktop {
  const DPoP = client.getDPoPHandle(party.config, keys);
  return {
    party,
    keys,
    token: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    async call(method, path, { body, headers = {} } = {}) {
      const url = new URL(`/api${path}`, app.config.publicUrl);
      const sent = new Headers({ ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) });
      const text = body === undefined ? null : JSON.stringify(body);
      try {
        return await readAnswer(await client.fetchProtectedResource(party.config, tokens.access_token, url, method, text, sent, { DPoP }));
      } catch (error) {
        if (error instanceof client.WWWAuthenticateChallengeError) return readAnswer(error.response);
        throw error;
      }
    },
  };
}

async function readAnswer(answer: Response): Promise<DesktopAnswer> {
  const text = await answer.text();
  const { code = answer.status, data } = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, code, data };
}
