// @one-database
/**
 * What the modules of the OpenID Foundation's suite ask for a provider beyond the other tests here; docs/conformance.md
 * names the test of each module.
 */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorize,
  begin,
  consent,
  newRelyingParty,
  open,
  routeData,
  signInTo,
  type TestRelyingParty,
} from '#server/testing/apps/openid.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let person: Person;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  await app.listen();
  person = await signUp(app);
  await addEmail(app, await accountIdOf(app, person.contact), freshEmail());
});

afterAll(() => app.close());

const all = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'] as const;
const newParty = async () => newRelyingParty(app, { pkce: 'optional', scopes: all });

/** The app's URL with the answer to a request as the suite makes it: without PKCE, only `params`. */
async function answerTo(party: TestRelyingParty, params: Readonly<Record<string, string>>): Promise<URL> {
  const url = new URL('/oidc/auth', app.config.publicUrl);
  url.search = new URLSearchParams({ client_id: party.clientId, redirect_uri: party.redirectUri, ...params }).toString();
  let stop = await open(app, person.browser, url);
  if (stop.url.pathname === '/consent') stop = await consent(app, person.browser, stop, (params['scope'] ?? '').split(' '));
  return stop.url;
}

async function tokensFor(party: TestRelyingParty, params: Readonly<Record<string, string>>) {
  const callback = await answerTo(party, { response_type: 'code', ...params });
  return client.authorizationCodeGrant(party.config, callback, {
    ...(params['state'] === undefined ? {} : { expectedState: params['state'] }),
    ...(params['nonce'] === undefined ? {} : { expectedNonce: params['nonce'] }),
  });
}

describe('a code flow as the Basic profile has it', () => {
  it('needs neither state, nonce nor PKCE of an app that is registered so (Core 3.1.2.1)', async () => {
    const tokens = await tokensFor(await newParty(), { scope: 'openid' });
    expect(tokens.claims()).not.toHaveProperty('nonce');
    expect(
      await app.newBrowser().raw({ method: 'GET', path: '/oidc/me', headers: { authorization: `Bearer ${tokens.access_token}` } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('without a response type is an error at the app (Core 3.1.2.6)', async () => {
    const answer = await answerTo(await newParty(), { scope: 'openid', state: 'mine' });
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error: 'invalid_request', state: 'mine' });
  });

  it('takes scopes in any order, and all of them at once (Core 3.1.2.1, 5.4)', async () => {
    const party = await newParty();
    const tokens = await tokensFor(party, { scope: 'email address phone profile openid' });
    const info = await client.fetchUserInfo(party.config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(Object.keys(info)).toEqual(expect.arrayContaining(['sub', 'name', 'email', 'email_verified', 'phone_number', 'updated_at']));
  });

  it('signs the ID token with RS256 by a key of the published set (Core 2, 15.1)', async () => {
    const party = await newParty();
    const { id_token: token = '' } = await tokensFor(party, { scope: 'openid' });
    const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
    const rules = { issuer: app.config.publicUrl, audience: party.clientId, algorithms: ['RS256'] };
    const { payload, protectedHeader } = await jwtVerify(token, keys, rules);
    expect([protectedHeader.alg, typeof protectedHeader.kid, typeof payload.exp, typeof payload.iat]).toEqual([
      'RS256',
      'string',
      'number',
      'number',
    ]);
    const changed = token.replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...payload, sub: 'x' })).toString('base64url')}.`);
    await expect(jwtVerify(changed, keys, rules)).rejects.toThrow('signature verification failed');
  });

  it('answers with the issuer, and with the state where there was one (Core 3.1.2.5, RFC 9207)', async () => {
    const plain = await answerTo(await newParty(), { response_type: 'code', scope: 'openid' });
    expect([plain.searchParams.get('iss'), plain.searchParams.has('state')]).toEqual([app.config.publicUrl, false]);
    const stated = await answerTo(await newParty(), { response_type: 'code', scope: 'openid', state: 'mine' });
    expect([stated.searchParams.get('iss'), stated.searchParams.get('state')]).toEqual([app.config.publicUrl, 'mine']);
  });

  it.each([{ display: 'page' }, { display: 'popup' }, { ui_locales: 'se' }, { claims_locales: 'se' }, { acr_values: '1 unknown' }])(
    'takes %j without an error (Core 3.1.2.1)',
    async (more) => {
      expect((await answerTo(await newParty(), { response_type: 'code', scope: 'openid', ...more })).searchParams.has('code')).toBe(true);
    },
  );

  it.each([
    ['request', 'eyJhbGciOiJub25lIn0.e30.', 'request_not_supported'],
    ['request_uri', 'https://app.example.com/request.jwt', 'request_uri_not_supported'],
  ])('refuses %s by name (Core 3.1.2.6, 6)', async (name, value, error) => {
    const answer = await answerTo(await newParty(), { response_type: 'code', scope: 'openid', state: 'mine', [name]: value });
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({ error, state: 'mine' });
  });

  it('keeps the moment of the sign-in while max_age is not reached (Core 3.1.2.1)', async () => {
    const party = await newParty();
    const first = await tokensFor(party, { scope: 'openid', max_age: '15000' });
    const again = await tokensFor(party, { scope: 'openid', max_age: '10000' });
    expect(again.claims()?.auth_time).toBe(first.claims()?.auth_time);
  });

  it('with a hint of the same person, of another, and of one who is not signed in, for prompt=none (Core 3.1.2.1)', async () => {
    const party = await newParty();
    const { id_token: hint = '' } = await tokensFor(party, { scope: 'openid' });
    const silent = { response_type: 'code', scope: 'openid', prompt: 'none' };
    expect((await answerTo(party, { ...silent, id_token_hint: hint })).searchParams.has('code')).toBe(true);
    const other = await signUp(app);
    const stranger = app.newBrowser();
    const url = (await begin(party, { prompt: 'none', id_token_hint: hint })).url;
    for (const browser of [stranger, other.browser])
      expect((await open(app, browser, url)).url.searchParams.get('error')).toBe('login_required');
  });

  it('gives a refreshed ID token for the same person, app and issuer (Core 12.2)', async () => {
    const party = await newParty();
    const tokens = await tokensFor(party, { scope: 'openid' });
    const renewed = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
    const { iss, sub, aud, auth_time }: Partial<client.IDToken> = tokens.claims() ?? {};
    expect(renewed.claims()).toMatchObject({ iss, sub, aud, auth_time });
  });
});

describe('userinfo answers a bearer token (Core 5.3.1)', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    ['GET with a header', (token: string) => ({ method: 'GET', headers: { authorization: `Bearer ${token}` } })],
    ['POST with a header', (token: string) => ({ method: 'POST', headers: { authorization: `Bearer ${token}` } })],
    ['POST with a form', (token: string) => ({ method: 'POST', headers: form, body: new URLSearchParams({ access_token: token }) })],
  ] as const)('by %s', async (_way, request) => {
    const tokens = await tokensFor(await newParty(), { scope: 'openid' });
    const answer = await fetch(new URL('/oidc/me', app.config.publicUrl), request(tokens.access_token));
    expect([answer.status, ((await answer.json()) as { readonly sub?: unknown }).sub]).toEqual([200, tokens.claims()?.sub]);
  });

  it('and refuses one in the URL (RFC 9700 4.3.2)', async () => {
    const tokens = await tokensFor(await newParty(), { scope: 'openid' });
    const url = new URL(`/oidc/me?access_token=${tokens.access_token}`, app.config.publicUrl);
    expect((await fetch(url)).ok).toBe(false);
  });
});

it('an error is also answered by form where the app asks for it (Form Post Response Mode 2)', async () => {
  const party = await newParty();
  const { url } = await begin(party, { prompt: 'none', response_mode: 'form_post' });
  const stop = await open(app, app.newBrowser(), url);
  expect(stop.text).toContain('name="error" value="login_required"');
  expect(stop.text).toContain(`action="${party.redirectUri}"`);
});

describe('a sign-out that an app begins (RP-Initiated Logout 2, 3)', () => {
  async function signedIn() {
    const party = await newParty();
    const { browser } = await signUp(app);
    const { id_token: hint = '' } = await signInTo(app, browser, { party });
    return { party, browser, hint };
  }

  /** The answer to "Sign out" of the page that a request leads to. */
  async function signOutBy(query: Readonly<Record<string, string>>, browser: Person['browser']): Promise<string | undefined> {
    const question = await open(app, browser, `/oidc/session/end?${new URLSearchParams(query).toString()}`);
    const { xsrf, action } = routeData(question.text);
    const done = await browser.raw({
      method: 'POST',
      path: String(action),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.config.publicUrl },
      body: new URLSearchParams({ xsrf: String(xsrf), logout: 'yes' }).toString(),
    });
    return done.headers.location;
  }

  const bye = 'https://app.example.com/bye';

  it.each([
    ['no parameters', () => ({}), undefined],
    ['a state alone', () => ({ state: 'mine' }), undefined],
    ['an address, and neither hint nor client', () => ({ post_logout_redirect_uri: bye }), undefined],
    ['a hint alone', (hint: string) => ({ id_token_hint: hint }), undefined],
    ['a hint, an address and no state', (hint: string) => ({ id_token_hint: hint, post_logout_redirect_uri: bye }), bye],
  ] as const)('with %s ends the session, and leads nowhere but to a registered address', async (_name, query, goal) => {
    const { browser, hint } = await signedIn();
    const to = await signOutBy(query(hint), browser);
    if (goal === undefined) expect(new URL(to ?? '', app.config.publicUrl).origin).toBe(app.config.publicUrl);
    else expect(to).toBe(goal);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 401 });
  });
});

it('the code of an answer works for the library with PKCE too (RFC 7636 4.6)', async () => {
  const party = await newParty();
  const { callback, verifier, state, nonce } = await authorize(app, person.browser, { party });
  const wrong = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: client.randomPKCECodeVerifier() };
  await expect(client.authorizationCodeGrant(party.config, callback, wrong)).rejects.toMatchObject({ error: 'invalid_grant' });
  const again = await authorize(app, person.browser, { party });
  expect(verifier).not.toBe(again.verifier);
  const tokens = await client.authorizationCodeGrant(party.config, again.callback, {
    expectedState: again.state,
    expectedNonce: again.nonce,
    pkceCodeVerifier: again.verifier,
  });
  expect(tokens.claims()?.nonce).toBe(again.nonce);
});

describe('an error has the code of its RFC', () => {
  async function post(path: string, { clientId, secret }: TestRelyingParty, fields: Readonly<Record<string, string>>) {
    const answer = await app.newBrowser().raw({
      method: 'POST',
      path,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret ?? ''}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        origin: undefined,
      },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: answer.status, body: JSON.parse(answer.text) as Readonly<Record<string, unknown>> };
  }
  const device = 'urn:ietf:params:oauth:grant-type:device_code';

  it('for a grant that the app does not have (RFC 6749 5.2, RFC 8628 3.2)', async () => {
    const party = await newParty();
    const answers = [
      await post('/oidc/token', party, { grant_type: device, device_code: 'x' }),
      await post('/oidc/token', party, { grant_type: 'client_credentials' }),
      await post('/oidc/device/auth', party, { scope: 'openid' }),
    ];
    expect(answers.map(({ body }) => body['error'])).toEqual(answers.map(() => 'unauthorized_client'));
    expect((await post('/oidc/token', party, { grant_type: 'password' })).body).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it('for a device that comes late, if its code is known (RFC 8628 3.5)', async () => {
    const party = await newRelyingParty(app, { deviceGrant: true });
    const { body } = await post('/oidc/device/auth', party, { scope: 'openid' });
    const poll = (code: unknown) => post('/oidc/token', party, { grant_type: device, device_code: String(code) });
    app.clock.advance(Number(body['expires_in']) * 1000);
    try {
      expect((await poll(body['device_code'])).body).toMatchObject({ error: 'expired_token' });
      expect((await poll('x'.repeat(43))).body).toMatchObject({ error: 'invalid_grant' });
    } finally {
      app.clock.advance(-Number(body['expires_in']) * 1000);
    }
  });

  it('for what is no token of ours: it is not active (RFC 7662 2.2)', async () => {
    const party = await newParty();
    const { id_token: token = '' } = await signInTo(app, person.browser, { party });
    for (const other of [token, 'x', `${token}x`, '{"a":1}'])
      expect(await post('/oidc/token/introspection', party, { token: other })).toEqual({ status: 200, body: { active: false } });
  });

  it('in words that name the missing part (RFC 6749 5.2)', async () => {
    const party = await newParty();
    const { callback } = await authorize(app, person.browser, { party });
    const code = callback.searchParams.get('code') ?? '';
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: party.redirectUri };
    expect((await post('/oidc/token', party, exchange)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'code_verifier is missing',
    });
  });
});

it('each endpoint of the discovery document is served (Discovery 3, RFC 8414 2)', async () => {
  const endpoints = Object.entries((await newParty()).config.serverMetadata()).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
  expect(endpoints.length).toBeGreaterThan(7);
  const answers = await Promise.all(
    endpoints.map(async ([name, at]) => {
      const path = new URL(typeof at === 'string' ? at : '').pathname;
      const sent = { path, headers: { 'content-type': 'application/x-www-form-urlencoded', origin: undefined }, body: 'x=1' };
      const { status } = await app.newBrowser().raw(name === 'jwks_uri' ? { method: 'GET', path } : { method: 'POST', ...sent });
      return [name, status];
    }),
  );
  expect(answers.filter(([, status]) => status === 404)).toEqual([]);
});
