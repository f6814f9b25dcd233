import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import {
  authorize,
  begin,
  consent,
  exchange,
  newRelyingParty,
  open,
  registerClient,
  routeData,
  signInTo,
} from '#server/testing/apps/openid.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { changeClient } from '#server/core/apps/clients/clients.guarded.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

beforeAll(async () => {
  // The library measures life by the real clock.
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

async function userInfo(party: { readonly config: client.Configuration }, token: string): Promise<unknown> {
  return client.fetchUserInfo(party.config, token, client.skipSubjectCheck);
}

/** The name of the OAuth error that a promise fails with. */
async function errorOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error;
    if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error ?? String(error.status);
    throw error;
  }
}

describe('signing in to an app', () => {
  it('asks for sign-in, then for consent, then never again, and reveals only the allowed claims to the app', async () => {
    const party = await newRelyingParty(app);
    const begun = await begin(party, { scope: 'openid profile phone', login_hint: '13800000000' });
    const browser = app.newBrowser();
    const login = await open(app, browser, begun.url);
    expect(login.url.pathname).toBe('/login');
    expect(login.url.searchParams.get('login_hint')).toBe('13800000000');
    expect(await browser.get(`/openid/app/${login.url.searchParams.get('client_id')}`)).toMatchObject({
      code: 200,
      data: { clientID: party.clientId, name: { en_US: 'Test app' } },
    });
    expect(await browser.get('/openid/app/unknown-app')).toMatchObject({ code: 200, data: null });

    const person = await signUp(app, { browser });
    const asked = await open(app, browser, login.url.searchParams.get('redirect') ?? '');
    expect(asked.url.pathname).toBe('/consent');
    const uid = asked.url.searchParams.get('interaction') ?? '';
    expect(await browser.get(`/openid/interaction/${uid}`)).toMatchObject({
      code: 200,
      data: {
        prompt: 'consent',
        domain: 'app.example.com',
        app: { clientID: party.clientId, name: { en_US: 'Test app' } },
        scopes: [
          { name: 'openid', required: true, allowed: false },
          { name: 'profile', required: false },
          { name: 'phone', required: false },
        ],
        person: { nickname: person.account.nickname },
      },
    });
    const back = await consent(app, browser, asked, ['profile']);
    const tokens = await exchange(party, { ...begun, callback: back.url });
    expect(tokens.expires_in).toBeLessThanOrEqual(600);
    const info = await userInfo(party, tokens.access_token);
    expect(info).toMatchObject({ nickname: person.account.nickname, locale: 'zh-CN', sub: tokens.claims()?.sub });
    expect(info).not.toHaveProperty('phone_number');

    const again = await open(app, browser, (await begin(party)).url);
    expect(again.url.origin).toBe('https://app.example.com');
    await addEmail(app, await accountIdOf(app, person.contact), freshEmail());
    const more = await open(app, browser, (await begin(party, { scope: 'openid profile email' })).url);
    expect(more.url.pathname).toBe('/consent');
  });

  it('shows the values that would be shared, and asks about nothing that the account does not have', async () => {
    const party = await newRelyingParty(app);
    const person = await signUp(app);
    const params = { scope: 'openid profile email phone' };
    const signedIn = async () => {
      const browser = app.newBrowser();
      await browser.post('/login/password', { account: person.contact, password: person.password });
      return browser;
    };
    const begun = await begin(party, params);
    const asked = await open(app, person.browser, begun.url);
    const shown = await person.browser.get(`/openid/interaction/${asked.url.searchParams.get('interaction')}`);
    const masked = `${person.contact.slice(0, 3)}****${person.contact.slice(-4)}`;
    expect(shown).toMatchObject({
      data: {
        scopes: [{ missing: false }, { missing: false }, { name: 'email', missing: true }, { name: 'phone', missing: false }],
        person: { nickname: person.account.nickname, username: '', account: masked, phone: masked, email: '' },
      },
    });
    // Also not to a page that sends it all the same.
    const back = await consent(app, person.browser, asked, ['profile', 'email', 'phone']);
    const tokens = await exchange(party, { ...begun, callback: back.url });
    expect(tokens.scope?.split(' ')).not.toContain('email');
    expect(await person.browser.get('/oauthclient/list')).toMatchObject({
      data: [{ scopes: [{ name: 'openid' }, { name: 'profile' }, { name: 'phone' }] }],
    });

    const again = await open(app, await signedIn(), (await begin(party, params)).url);
    expect(again.url.origin).toBe('https://app.example.com');
    await addEmail(app, await accountIdOf(app, person.contact), freshEmail());
    const later = await open(app, await signedIn(), (await begin(party, params)).url);
    expect(later.url.pathname).toBe('/consent');
  });

  it('starts nobody without an email in an app that needs one, and never leaves the email out', async () => {
    const party = await newRelyingParty(app, { needsEmail: true });
    const person = await signUp(app);
    const params = { scope: 'openid profile email' };
    const asked = await open(app, person.browser, (await begin(party, params)).url);
    const uid = asked.url.searchParams.get('interaction') ?? '';
    const shown = await person.browser.get(`/openid/interaction/${uid}`);
    expect(shown).toMatchObject({
      data: { scopes: expect.arrayContaining([{ name: 'email', required: true, allowed: false, missing: true }]) },
    });
    const allow = () => person.browser.post(`/openid/interaction/${uid}/allow`, { scopes: ['profile', 'email'] });
    expect(await allow()).toMatchObject({ code: 3041 });

    const email = freshEmail();
    await addEmail(app, await accountIdOf(app, person.contact), email);
    const begun = await begin(party, params);
    const again = await open(app, person.browser, begun.url);
    const back = await consent(app, person.browser, again, ['profile']);
    const tokens = await exchange(party, { ...begun, callback: back.url });
    expect(await userInfo(party, tokens.access_token)).toMatchObject({ email });
    // A request that does not ask for it needs none.
    expect((await open(app, person.browser, (await begin(party, { scope: 'openid profile' })).url)).url.origin).toBe(
      'https://app.example.com',
    );
  });

  it('asks again for an email that was left out before its app needed one', async () => {
    const party = await newRelyingParty(app);
    const person = await signUp(app, { email: freshEmail() });
    const params = { scope: 'openid profile email' };
    const to = async () => (await open(app, person.browser, (await begin(party, params)).url)).url;
    await consent(app, person.browser, await open(app, person.browser, (await begin(party, params)).url), ['profile']);
    const found = await app.wiring.core.apps.clients.findRegistration(party.clientId);
    if (found === undefined) throw new Error('no client');
    await changeClient(app.db, { client: { ...found.client, needsEmail: true }, version: found.version });
    expect((await to()).pathname).toBe('/consent');
  });

  it('keeps every secret in its tables unreadable', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const tokens = await signInTo(app, browser, { party, params: offline });
    const tables = ['openid_records', 'openid_clients', 'keys'] as const;
    const dump = JSON.stringify(await Promise.all(tables.map((table) => app.db.q().selectFrom(table).selectAll().execute())));
    for (const secret of [tokens.access_token, tokens.refresh_token, party.secret, '"d":"']) expect(dump).not.toContain(secret);
  });

  it('is limited to the browser that began it: the URL of a request is useless to anyone else', async () => {
    const party = await newRelyingParty(app);
    const [attacker, victim] = [await signUp(app), await signUp(app)];
    const asked = await open(app, attacker.browser, (await begin(party)).url);
    const uid = asked.url.searchParams.get('interaction') ?? '';
    expect(await victim.browser.get(`/openid/interaction/${uid}`)).toMatchObject({ code: 1022 });
    expect(await victim.browser.post(`/openid/interaction/${uid}/allow`, { scopes: [] })).toMatchObject({ code: 1022 });
    expect(await victim.browser.post(`/openid/interaction/${uid}/deny`, {})).toMatchObject({ code: 1022 });
    const login = await open(app, app.newBrowser(), (await begin(party)).url);
    const stolen = await open(app, victim.browser, login.url.searchParams.get('redirect') ?? '');
    expect(stolen.status).toBe(400);
    expect(routeData(stolen.text)).toMatchObject({ error: 'session_not_found' });
  });

  it('reports a refusal to the app, and lets another account take over', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const begun = await begin(party);
    const uidOf = (url: URL) => url.searchParams.get('interaction') ?? '';
    const asked = await open(app, browser, begun.url);
    const denied = await browser.post<{ continue: string }>(`/openid/interaction/${uidOf(asked.url)}/deny`, {});
    const back = await open(app, browser, denied.data.continue);
    expect(Object.fromEntries(back.url.searchParams)).toMatchObject({
      error: 'access_denied',
      state: begun.state,
      iss: app.config.publicUrl,
    });

    const second = await open(app, browser, begun.url);
    const switched = await browser.post<{ continue: string }>(`/openid/interaction/${uidOf(second.url)}/switch`, {});
    expect(switched.data.continue).toMatch(/^\/login\?.*prompt=select_account/);
    const other = await signUp(app, { browser });
    const third = await open(app, browser, new URL(switched.data.continue, app.config.publicUrl).searchParams.get('redirect') ?? '');
    expect(third.url.pathname).toBe('/consent');
    const done = await consent(app, browser, third, ['profile']);
    const tokens = await exchange(party, { ...begun, callback: done.url });
    expect(await userInfo(party, tokens.access_token)).toMatchObject({ nickname: other.account.nickname });
  });
});

describe('the request of an app', () => {
  it.each([
    [{ prompt: 'none' }, 'login_required'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'id_token' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
  ])('is refused at its own redirect URL for %j', async (params, error) => {
    const party = await newRelyingParty(app);
    const { url } = await begin(party, params);
    const stop = await open(app, app.newBrowser(), url);
    const answer = new URLSearchParams(stop.url.search || stop.url.hash.slice(1));
    expect([stop.url.origin, answer.get('error')]).toEqual(['https://app.example.com', error]);
  });

  it('with prompt=none is answered silently if nothing needs asking', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const needs = await open(app, browser, (await begin(party, { prompt: 'none' })).url);
    expect(needs.url.searchParams.get('error')).toBe('consent_required');
    await signInTo(app, browser, { party });
    const silent = await open(app, browser, (await begin(party, { prompt: 'none' })).url);
    expect(silent.url.searchParams.has('code')).toBe(true);
  });

  it.each([{ prompt: 'login' }, { max_age: '60' }])('requires a fresh sign-in for %j', async (params) => {
    const party = await newRelyingParty(app);
    // The library's own clock cannot be moved, so the sign-in is moved into the past instead.
    app.clock.set(Date.now() - hour);
    const { browser, contact, password } = await signUp(app);
    app.clock.set(Date.now());
    const before = await signInTo(app, browser, { party });
    const begun = await begin(party, params);
    const stop = await open(app, browser, begun.url);
    expect([stop.url.pathname, stop.url.searchParams.get('prompt')]).toEqual(['/login', 'login']);
    const redirect = stop.url.searchParams.get('redirect') ?? '';
    expect((await open(app, browser, redirect)).url.pathname).toBe('/login');
    app.clock.set(Date.now() + 1000);
    expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
    const { url: callback } = await open(app, browser, redirect);
    const after = await exchange(party, { ...begun, callback });
    expect(after.claims()?.auth_time).toBeGreaterThan(before.claims()?.auth_time ?? Number.NaN);
  });

  it('lets a person choose for select_account', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    await signInTo(app, browser, { party });
    const stop = await open(app, browser, (await begin(party, { prompt: 'select_account' })).url);
    expect(stop.url.pathname).toBe('/consent');
    const uid = stop.url.searchParams.get('interaction') ?? '';
    expect(await browser.get(`/openid/interaction/${uid}`)).toMatchObject({ data: { prompt: 'select_account' } });
    expect((await consent(app, browser, stop, [])).url.searchParams.has('code')).toBe(true);
  });
});

it('is shown on a page of ours if the app is unknown', async () => {
  const party = await newRelyingParty(app);
  const { url } = await begin(party, { client_id: '<script>alert(1)</script>' });
  const stop = await open(app, app.newBrowser(), url);
  expect(stop.status).toBe(400);
  expect(routeData(stop.text)).toMatchObject({ error: 'invalid_client' });
  expect(stop.text).not.toContain('<script>alert');
});

it.each(['/oidc/userinfo', '/oidc/auth/', '/.well-known/openid-configuration/', '/.well-known/jwks.json'])(
  'leads a program from %s, where nothing is, to the list of endpoints',
  async (path) => {
    const answer = await app.app.inject({ method: 'GET', url: path });
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: 'invalid_request', error_description: expect.stringContaining(`${app.config.publicUrl}/.well-known/openid-configuration`) },
    ]);
  },
);

describe('the continue URL', () => {
  it('may be exactly the page of a registered app, and nothing else of it', async () => {
    await newRelyingParty(app);
    const at = async (redirect: string) =>
      (await app.newBrowser().post<{ continue: string }>('/register/registerclient', { redirect })).data.continue;
    expect(await at('https://app.example.com/')).toBe('https://app.example.com/');
    expect(await at('/oidc/interaction/abc')).toBe('/oidc/interaction/abc');
    const wrong = [
      'https://app.example.com',
      'https://app.example.com/x',
      'https://app.example.com/?x',
      'https://app.example.com/#x',
      'https://app.example.com.evil.test/',
      'https://app.example.com@evil.test/',
      'http://app.example.com/',
      '//app.example.com/',
      '/\\app.example.com/',
      ' https://app.example.com/',
      'https://evil.test/?https://app.example.com/',
      'javascript:alert(1)',
    ];
    expect(await Promise.all(wrong.map(at))).toEqual(wrong.map(() => '/'));
  });
});

describe('the URL of the provider', () => {
  it.each([
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.test;proto=https' },
  ])('is the configured one for %j', async (headers) => {
    const discovery = await app.newBrowser().raw({ method: 'GET', path: '/.well-known/openid-configuration', headers });
    expect(discovery.text).not.toContain('evil.test');
    expect(JSON.parse(discovery.text)).toMatchObject({
      issuer: app.config.publicUrl,
      token_endpoint: `${app.config.publicUrl}/oidc/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
    const party = await newRelyingParty(app);
    const { url } = await begin(party);
    const answer = await app.newBrowser().raw({ method: 'GET', path: url.pathname + url.search, headers });
    expect(`${answer.headers['location']} ${answer.setCookies.join(' ')}`).not.toContain('evil.test');
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
    expect(app.logLines).toContainEqual(expect.objectContaining({ requestId: answer.headers['x-request-id'], route: '/oidc/auth' }));
  });
});

it('uses https behind a proxy: every URL and every cookie is secure', async () => {
  const site = 'https://id.example.com';
  const secure = await buildTestApp({ now: Date.now(), config: { publicUrl: site } });
  try {
    const { clientId, redirectUri } = await registerClient(secure);
    const browser = secure.newBrowser();
    const discovery = await browser.raw({ method: 'GET', path: '/.well-known/openid-configuration' });
    const addresses = Object.entries(JSON.parse(discovery.text)).filter(([name]) => /_(?:endpoint|uri)$|^issuer$/.test(name));
    expect(addresses.filter(([, address]) => !String(address).startsWith(site))).toEqual([]);
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const answer = await browser.raw({ method: 'GET', path: `/oidc/auth?${query.toString()}`, headers: { accept: 'text/html' } });
    expect(answer.headers['location']).toMatch(/^\/oidc\/interaction\//);
    expect(answer.setCookies.length).toBeGreaterThan(0);
    for (const cookie of answer.setCookies)
      expect(cookie.toLowerCase()).toMatch(/^__secure-oidc_.*(?:; secure.*; httponly|; httponly.*; secure)/);
    // The holder of the cookie continues to the sign-in page.
    const [interaction = ''] = answer.setCookies.filter((cookie) => cookie.startsWith('__Secure-oidc_interaction='));
    const next = await browser.raw({
      method: 'GET',
      path: answer.headers['location'] ?? '',
      headers: { cookie: interaction.split(';')[0] },
    });
    expect([next.status, next.headers['location']?.startsWith('/login')]).toEqual([303, true]);
  } finally {
    await secure.close();
  }
});

describe('a code or token', () => {
  it('works once: one of parallel exchanges succeeds, and a later replay ends everything', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const answer = await authorize(app, browser, { party, params: offline });
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => exchange(party, answer)));
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(won).toHaveLength(1);

    const fresh = await authorize(app, browser, { party, params: offline });
    const tokens = await exchange(party, fresh);
    await userInfo(party, tokens.access_token);
    expect(await errorOf(exchange(party, fresh))).toBe('invalid_grant');
    expect(await errorOf(userInfo(party, tokens.access_token))).toBe('invalid_token');
    expect(await errorOf(client.refreshTokenGrant(party.config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('of an app with a secret stays the same, and twenty refreshes at once all succeed', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const { refresh_token = '' } = await signInTo(app, browser, { party, params: offline });
    const tries = await Promise.all(Array.from({ length: 20 }, () => client.refreshTokenGrant(party.config, refresh_token)));
    expect(new Set(tries.map((tokens) => tokens.refresh_token))).toEqual(new Set([refresh_token]));
    for (const tokens of tries) expect(await userInfo(party, tokens.access_token)).toHaveProperty('sub');
  });

  it('of a session ends with it, and one for the time without the person stays', async () => {
    const party = await newRelyingParty(app, { kind: 'browser' });
    const { browser } = await signUp(app);
    const without = await signInTo(app, browser, { party, params: offline });
    const later = await signInTo(app, browser, { party });
    await browser.post('/logout');
    expect(await errorOf(client.refreshTokenGrant(party.config, later.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await client.refreshTokenGrant(party.config, without.refresh_token ?? '')).toHaveProperty('access_token');
  });

  it('belongs to its own client; only that one can introspect and revoke it', async () => {
    const [party, stranger] = [await newRelyingParty(app), await newRelyingParty(app)];
    const { browser } = await signUp(app);
    const tokens = await signInTo(app, browser, { party, params: offline });
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({ active: true, client_id: party.clientId });
    expect(await client.tokenIntrospection(stranger.config, tokens.access_token)).toEqual({ active: false });
    expect(await errorOf(client.refreshTokenGrant(stranger.config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
    await client.tokenRevocation(stranger.config, tokens.refresh_token ?? '');
    expect(await userInfo(party, tokens.access_token)).toHaveProperty('sub');
    await client.tokenRevocation(party.config, tokens.refresh_token ?? '');
    expect(await errorOf(client.refreshTokenGrant(party.config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('is no session, and a session is no token', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const tokens = await signInTo(app, browser, { party });
    const thief = app.newBrowser();
    thief.cookies.set('sid', tokens.access_token);
    expect(await thief.get('/account/metainfo', { authorization: `Bearer ${tokens.access_token}` })).toMatchObject({ code: 401 });
    expect(await errorOf(userInfo(party, browser.cookies.get('sid') ?? ''))).toBe('invalid_token');
  });
});

describe('access ends for apps', () => {
  const ends: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    'with a changed password': ({ browser, password }) =>
      browser.post('/password/update', { oldPassword: password, newPassword: 'Harbour9-violet' }),
    // Story of a malicious app: it is told of, and one answer ends it.
    'with the answer to its notice': async ({ contact }) => {
      const token = await actingLink(app, contact, 'n');
      return app.newBrowser().post('/notice/answer', { token, answer: 'not-me' });
    },
    'with a lock': async ({ contact }) => transitionAccount(app.db, { id: await accountIdOf(app, contact), from: 'active', to: 'locked' }),
  };
  it.each(Object.entries(ends))('%s, including tokens', async (_name, end) => {
    const party = await newRelyingParty(app);
    const person = await signUp(app);
    const tokens = await signInTo(app, person.browser, { party, params: offline });
    await end(person);
    expect(await errorOf(userInfo(party, tokens.access_token))).toBe('invalid_token');
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
    expect(await errorOf(client.refreshTokenGrant(party.config, tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('with sign-out, except for apps with offline access', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const offlineTokens = await signInTo(app, browser, { party, params: offline });
    const tokens = await signInTo(app, browser, { party });
    expect(await browser.post('/logout', {})).toMatchObject({ code: 200 });
    expect(await errorOf(userInfo(party, tokens.access_token))).toBe('invalid_token');
    expect(await userInfo(party, offlineTokens.access_token)).toHaveProperty('sub');
    expect((await open(app, browser, (await begin(party)).url)).url.pathname).toBe('/login');
  });
});
