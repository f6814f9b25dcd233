// @one-database
/** What apps may send beyond the usual request: by POST, without PKCE, with claims, hints and wishes. */
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { changeClient } from '#server/core/apps/clients/clients.guarded.ts';
import { supportedClaims } from './discovery.ts';
import { sha256 } from '#server/platform/ids.ts';
import {
  authorize,
  begin,
  consent,
  exchange,
  newRelyingParty,
  open,
  routeData,
  signInTo,
  type TestRelyingParty,
} from '#server/testing/apps/openid.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

const form = { origin: 'https://app.example.com', 'content-type': 'application/x-www-form-urlencoded' };

/** A form that another site posts: a browser sends none of our cookies with it. */
async function postForm(browser: TestBrowser, path: string, fields: Readonly<Record<string, string>> | string) {
  const kept = new Map(browser.cookies);
  browser.cookies.clear();
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const answer = await browser.raw({ method: 'POST', path, headers: form, body });
  for (const [name, value] of kept) browser.cookies.set(name, value);
  return answer;
}

async function userInfo({ config }: TestRelyingParty, token: string): Promise<Readonly<Record<string, unknown>>> {
  return client.fetchUserInfo(config, token, client.skipSubjectCheck);
}

const paramsOf = (url: URL) => Object.fromEntries(url.searchParams);

describe('a request by POST', () => {
  it('is answered by a GET that a browser sends with its cookies, and works like one', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    await signInTo(app, browser, { party });
    const begun = await begin(party);
    const posted = await postForm(browser, '/oidc/auth', paramsOf(begun.url));
    expect([posted.status, posted.headers['set-cookie']]).toEqual([303, undefined]);
    const { location = '' } = posted.headers;
    expect(location).toMatch(/^\/oidc\/auth\?posted=[\w-]{22}$/);
    const { url: callback } = await open(app, browser, location);
    expect(await exchange(party, { ...begun, callback })).toHaveProperty('id_token');
  });

  it('keeps only parameters, for twenty minutes', async () => {
    const { location = '' } = (await postForm(app.newBrowser(), '/oidc/auth', { client_id: 'nobody', unknown: 'x'.repeat(3000) })).headers;
    const id = sha256(new URL(location, app.config.publicUrl).searchParams.get('posted') ?? '');
    const found = await app.db.q().selectFrom('openid_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(found).toMatchObject({ account_id: null, session_id: null, expires_at: app.clock.now() + 20 * 60_000 });
    expect(found.sealed.length).toBeLessThan(300);
    expect((await open(app, app.newBrowser(), location)).status).toBe(400);
    const unknown = await open(app, app.newBrowser(), `/oidc/auth?posted=${'x'.repeat(22)}`);
    expect(routeData(unknown.text)).toMatchObject({ error: 'session_not_found' });
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['a foreign redirect URL', { redirect_uri: 'https://elsewhere.example/' }, 'invalid_redirect_uri'],
    ['a doubled parameter', { more: '&nonce=a&nonce=b' }, 'invalid_request'],
    ['an unknown response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['claims that are no JSON', { claims: '{' }, 'invalid_request'],
  ])('of %s gets the answer of a GET', async (_what, { more = '', ...changes }: Readonly<Record<string, string>>, error) => {
    const party = await newRelyingParty(app);
    const begun = await begin(party, changes);
    const query = begun.url.search.slice(1) + more;
    const answers = await Promise.all(
      [`/oidc/auth?${query}`, (await postForm(app.newBrowser(), '/oidc/auth', query)).headers.location ?? ''].map(async (path) => {
        const stop = await open(app, app.newBrowser(), path);
        const told =
          stop.url.origin === app.config.publicUrl
            ? routeData(stop.text)['error']
            : new URLSearchParams(stop.url.search || stop.url.hash.slice(1)).get('error');
        return [stop.status, stop.url.origin, told];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[2]).toBe(error);
  });

  it('that is too long is refused at the app, and not kept', async () => {
    const party = await newRelyingParty(app);
    const begun = await begin(party, { state: 's'.repeat(2040), nonce: '\u0001'.repeat(400) });
    const answer = await postForm(app.newBrowser(), '/oidc/auth', begun.url.search.slice(1));
    expect(new URL(answer.headers.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('signs out like a GET', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const { id_token = '' } = await signInTo(app, browser, { party });
    const fields = { id_token_hint: id_token, post_logout_redirect_uri: 'https://app.example.com/bye', state: 'back' };
    const posted = await postForm(browser, '/oidc/session/end', fields);
    const question = await open(app, browser, posted.headers.location ?? '');
    const { xsrf, action } = routeData(question.text);
    const done = await browser.raw({
      method: 'POST',
      path: String(action),
      headers: { ...form, origin: app.config.publicUrl },
      body: new URLSearchParams({ xsrf: String(xsrf), logout: 'yes' }).toString(),
    });
    expect(done.headers.location).toBe('https://app.example.com/bye?state=back');
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 401 });
  });
});

describe('PKCE', () => {
  const kinds = ['web', 'native', 'browser'] as const;
  const cases = kinds.flatMap((kind) => (['required', 'optional'] as const).map((pkce) => [kind, pkce] as const));

  it.each(cases)('of a %s app where it is %s', async (kind, pkce) => {
    const party = await newRelyingParty(app, { kind, pkce });
    const { browser } = await signUp(app);
    const mayLeave = kind === 'web' && pkce === 'optional';
    const params = { ...paramsOf((await begin(party)).url) };
    const [{ code_challenge: _c, code_challenge_method: _m, ...without }, plain] = [params, { ...params, code_challenge_method: 'plain' }];
    const answerTo = async (query: Readonly<Record<string, string>>) => {
      let stop = await open(app, browser, `/oidc/auth?${new URLSearchParams(query).toString()}`);
      if (stop.url.pathname === '/consent') stop = await consent(app, browser, stop, ['openid', 'profile']);
      return stop.url.searchParams;
    };
    expect((await answerTo(params)).has('code')).toBe(true);
    expect((await answerTo(plain)).get('error')).toBe('invalid_request');
    const answer = await answerTo(without);
    expect([answer.has('code'), answer.get('error')]).toEqual(mayLeave ? [true, null] : [false, 'invalid_request']);
    if (!mayLeave) return;
    const fields = { code: answer.get('code') ?? '', redirect_uri: party.redirectUri };
    const downgrade = client.genericGrantRequest(party.config, 'authorization_code', { ...fields, code_verifier: 'v'.repeat(43) });
    await expect(downgrade).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a client proves itself', () => {
  async function token(fields: Readonly<Record<string, string>>, authorization?: string) {
    const answer = await app.newBrowser().raw({
      method: 'POST',
      path: '/oidc/token',
      headers: { 'content-type': form['content-type'], origin: undefined, ...(authorization === undefined ? {} : { authorization }) },
      body: new URLSearchParams({ grant_type: 'refresh_token', ...fields }).toString(),
    });
    return [answer.status, (JSON.parse(answer.text) as { readonly error?: string }).error];
  }
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  it('by its secret in the header or in the body, and never by both', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const { refresh_token = '' } = await signInTo(app, browser, { party });
    const { clientId: client_id, secret = '' } = party;
    expect(await token({ refresh_token }, basic(client_id, secret))).toEqual([200, undefined]);
    expect(await token({ refresh_token, client_id, client_secret: secret })).toEqual([200, undefined]);
    expect(await token({ refresh_token, client_id, client_secret: secret }, basic(client_id, secret))).toEqual([400, 'invalid_request']);
    expect(await token({ refresh_token, client_id, client_secret: `${secret}x` })).toEqual([401, 'invalid_client']);
    expect(await token({ refresh_token, client_id })).toEqual([401, 'invalid_client']);
    expect(await token({ refresh_token }, basic(client_id, ''))).toEqual([401, 'invalid_client']);
  });

  it('without a secret also by an empty password', async () => {
    const party = await newRelyingParty(app, { kind: 'native' });
    const { browser } = await signUp(app);
    const { refresh_token = '' } = await signInTo(app, browser, { party });
    expect(await token({ refresh_token }, basic(party.clientId, ''))).toEqual([200, undefined]);
    expect(await token({ refresh_token }, basic(party.clientId, 'x'))).toEqual([401, 'invalid_client']);
    const foreign = { refresh_token, client_id: (await newRelyingParty(app)).clientId };
    expect((await token(foreign, basic(party.clientId, '')))[0]).toBe(400);
  });

  it('with either of two secrets, until the older one ends', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    const { refresh_token = '' } = await signInTo(app, browser, { party });
    const { clientId: id, secret = '' } = party;
    const second = 'second-secret-of-this-app';
    const at = app.clock.now();
    expect(await app.wiring.core.apps.clients.replaceSecret({ id, secret: second, at, othersEndAt: at + 1000 })).toBe(true);
    for (const one of [secret, second]) expect(await token({ refresh_token }, basic(id, one))).toEqual([200, undefined]);
    app.clock.advance(1000);
    expect(await token({ refresh_token }, basic(id, secret))).toEqual([401, 'invalid_client']);
    expect(await token({ refresh_token }, basic(id, second))).toEqual([200, undefined]);
    const kept = await app.db.q().selectFrom('app_secrets').selectAll().where('client_id', '=', id).execute();
    expect(kept.map(({ hash, hint }) => [hash, hint])).toContainEqual([sha256(second), second.slice(-4)]);
    expect(JSON.stringify(kept)).not.toContain(second);
    expect(kept.every(({ used_day }) => used_day === new Date(app.clock.now()).toISOString().slice(0, 10))).toBe(true);
  });
});

describe('claims', () => {
  const personal = { gender: 1, birthday: '1990-02-28', zone: 'Europe/Paris', address: '1 Cedar Road', country: 'FR' } as const;
  const everything: Partial<OpenidClient> = { scopes: ['openid', 'profile', 'email', 'phone', 'address'], personal: true };

  async function fullPerson(): Promise<Person> {
    const person = await signUp(app);
    const changed = await person.browser.post('/userinfo', personal);
    if (changed.code !== 200) throw new Error(changed.text);
    return person;
  }

  /** Signs in, allows these lines, and returns all that the app learns. */
  async function learn(person: Person, changes: Partial<OpenidClient>, params: Readonly<Record<string, string>>, lines: readonly string[]) {
    const party = await newRelyingParty(app, changes);
    const begun = await begin(party, params);
    let stop = await open(app, person.browser, begun.url);
    const uid = stop.url.searchParams.get('interaction') ?? '';
    const asked = await person.browser.get<{ scopes: { name: string; missing: boolean }[]; lacks: string[] }>(`/openid/interaction/${uid}`);
    stop = await consent(app, person.browser, stop, lines);
    const tokens = await exchange(party, { ...begun, callback: stop.url });
    return {
      asked: asked.data,
      idToken: (tokens.claims() ?? {}) as Readonly<Record<string, unknown>>,
      userinfo: await userInfo(party, tokens.access_token),
      party,
    };
  }

  it('of the profile have a name, the moment of the last change, and no real name', async () => {
    const person = await fullPerson();
    await person.browser.post('/userinfo', { realName: 'Li Ming' });
    const { idToken, userinfo } = await learn(person, everything, { scope: 'openid profile' }, ['openid', 'profile']);
    expect(userinfo).toMatchObject({
      name: person.account.nickname,
      nickname: person.account.nickname,
      locale: 'zh-CN',
      updated_at: Math.floor(app.clock.now() / 1000),
    });
    expect(JSON.stringify(userinfo)).not.toContain('Li Ming');
    for (const claim of ['gender', 'birthdate', 'zoneinfo', 'address']) expect(userinfo).not.toHaveProperty(claim);
    expect(Object.keys(idToken).toSorted()).toEqual(['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sub']);
    expect(idToken).toMatchObject({ acr: '1', sub: userinfo['sub'] });
  });

  it('of the address are those of the profile, and never the region', async () => {
    const { userinfo } = await learn(await fullPerson(), everything, { scope: 'openid address' }, ['openid', 'address']);
    expect(userinfo['address']).toEqual({ formatted: '1 Cedar Road', country: 'FR' });
    const empty = await learn(await signUp(app), everything, { scope: 'openid address' }, ['openid', 'address']);
    expect(empty.asked.scopes).toMatchObject([{ name: 'openid' }, { name: 'address', missing: true }]);
    expect(empty.userinfo).not.toHaveProperty('address');
  });

  it('of gender, birthday and time zone need the registration and a separate line', async () => {
    const person = await fullPerson();
    const params = { scope: 'openid profile' };
    const allowed = await learn(person, everything, params, ['openid', 'profile', 'personal']);
    expect(allowed.asked.scopes.map(({ name }) => name)).toEqual(['openid', 'profile', 'personal']);
    expect(allowed.userinfo).toMatchObject({ gender: 'male', birthdate: '1990-02-28', zoneinfo: 'Europe/Paris' });
    const without = await learn(person, { ...everything, personal: false }, params, ['openid', 'profile', 'personal']);
    expect(without.asked.scopes.map(({ name }) => name)).toEqual(['openid', 'profile']);
    expect(without.userinfo).not.toHaveProperty('gender');
  });

  it('stay at home in tokens from before the registration allowed them', async () => {
    const person = await fullPerson();
    const party = await newRelyingParty(app, { ...everything, personal: false });
    const tokens = await signInTo(app, person.browser, { party });
    const registration = await app.wiring.core.apps.clients.findRegistration(party.clientId);
    if (registration === undefined) throw new Error('no client');
    await changeClient(app.db, { client: { ...registration.client, personal: true }, version: registration.version });
    expect(await userInfo(party, tokens.access_token)).not.toHaveProperty('gender');
    expect((await open(app, person.browser, (await begin(party)).url)).url.pathname).toBe('/consent');
  });

  it('end for tokens at work when the registration loses them', async () => {
    const person = await fullPerson();
    const { party } = await learn(person, everything, { scope: 'openid profile' }, ['openid', 'profile', 'personal']);
    const tokens = await signInTo(app, person.browser, { party });
    expect(await userInfo(party, tokens.access_token)).toHaveProperty('gender');
    const registration = await app.wiring.core.apps.clients.findRegistration(party.clientId);
    if (registration === undefined) throw new Error('no client');
    await changeClient(app.db, { client: { ...registration.client, personal: false }, version: registration.version });
    expect(await userInfo(party, tokens.access_token)).not.toHaveProperty('gender');
  });

  it('that are asked one by one arrive where they were asked, each after its own line', async () => {
    const person = await fullPerson();
    const claims = JSON.stringify({
      id_token: { email: null, birthdate: { essential: true } },
      userinfo: { name: null, zoneinfo: null, phone_number_verified: null },
    });
    const lines = ['claim.birthdate', 'claim.name', 'claim.phone_number'];
    const { asked, idToken, userinfo } = await learn(person, everything, { scope: 'openid', claims }, ['openid', ...lines]);
    expect(asked.scopes.map(({ name }) => name)).toEqual([
      'openid',
      'claim.email',
      'claim.birthdate',
      'claim.name',
      'claim.zoneinfo',
      'claim.phone_number',
    ]);
    expect(idToken).toMatchObject({ birthdate: '1990-02-28' });
    expect(idToken).not.toHaveProperty('email');
    expect(userinfo).toEqual({ sub: idToken['sub'], name: person.account.nickname, phone_number_verified: true });
  });

  it('that are essential and absent are named, and force nobody', async () => {
    const person = await signUp(app);
    const claims = JSON.stringify({ userinfo: { email: { essential: true }, gender: { essential: true }, nickname: { essential: true } } });
    const { asked, userinfo } = await learn(person, everything, { scope: 'openid', claims }, ['openid']);
    expect(asked.lacks).toEqual(['email', 'gender']);
    expect(userinfo).toEqual({ sub: expect.any(String) });
  });

  it('that the registration does not have are ignored without a question', async () => {
    const person = await fullPerson();
    const party = await newRelyingParty(app, { scopes: ['openid', 'profile'] });
    await signInTo(app, person.browser, { party });
    const claims = JSON.stringify({ userinfo: { email: { essential: true }, birthdate: null, invented: null } });
    const begun = await begin(party, { claims });
    const { url: callback } = await open(app, person.browser, begun.url);
    const tokens = await exchange(party, { ...begun, callback });
    const info = await userInfo(party, tokens.access_token);
    for (const claim of ['email', 'birthdate', 'invented']) expect(info).not.toHaveProperty(claim);
  });

  it('also stand in the ID token of an app whose library never asks userinfo', async () => {
    const person = await signUp(app);
    await addEmail(app, await accountIdOf(app, person.contact), freshEmail());
    const { idToken } = await learn(person, { ...everything, idTokenClaims: true }, { scope: 'openid profile email' }, ['openid', 'email']);
    expect(idToken).toHaveProperty('email');
    expect(idToken).not.toHaveProperty('name');
  });

  it('more than there are, or of the wrong form, are refused', async () => {
    const party = await newRelyingParty(app);
    const many = Object.fromEntries(Array.from({ length: 2 * supportedClaims.length + 1 }, (_, i) => [`c${i}`, null]));
    for (const claims of [{ userinfo: many }, { userinfo: [] }, [], 1, { other: {} }]) {
      const { url } = await open(app, app.newBrowser(), (await begin(party, { claims: JSON.stringify(claims) })).url);
      expect(url.searchParams.get('error')).toBe('invalid_request');
    }
    const { url } = await open(
      app,
      app.newBrowser(),
      (await begin(party, { claims: '{"userinfo":{"__proto__":{"essential":true}}}' })).url,
    );
    expect(url.pathname).toBe('/login');
  });
});

describe('a wish of the app', () => {
  it('to register opens the registration, and comes back with the new account', async () => {
    const party = await newRelyingParty(app);
    const browser = app.newBrowser();
    const begun = await begin(party, { prompt: 'create' });
    const page = await open(app, browser, begun.url);
    expect(page.url.pathname).toBe('/register');
    app.clock.set(Date.now());
    await signUp(app, { browser });
    let stop = await open(app, browser, page.url.searchParams.get('redirect') ?? '');
    expect(stop.url.pathname).toBe('/consent');
    stop = await consent(app, browser, stop, ['openid', 'profile']);
    expect(await exchange(party, { ...begun, callback: stop.url })).toHaveProperty('id_token');
  });

  it('for a form and a language goes to every page of its way', async () => {
    const party = await newRelyingParty(app);
    const hints = { login_hint: 'lin@example.com', ui_locales: 'en-US', display: 'popup' };
    const { url } = await open(app, app.newBrowser(), (await begin(party, hints)).url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject(hints);
    const { browser } = await signUp(app);
    const asked = await open(app, browser, (await begin(party, hints)).url);
    expect(Object.fromEntries(asked.url.searchParams)).toMatchObject({ ui_locales: 'en-US', display: 'popup' });
  });

  it('for a window goes to every page of its way; what does not pass is dropped', async () => {
    const embedHosts = [{ id: 'cedar-desktop', bridge: 'qwebchannel', frame: false }] as const;
    const windowed = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, embedHosts } });
    try {
      await windowed.listen();
      const party = await newRelyingParty(windowed);
      const asks = { display: 'embedded', host: 'cedar-desktop', theme: 'dark', accent: '0F7B6C', font: '思源黑体 '.repeat(12).trim() };
      const { url } = await open(windowed, windowed.newBrowser(), (await begin(party, asks)).url);
      expect(paramsOf(url)).toMatchObject(asks);
      const { browser } = await signUp(windowed);
      expect(paramsOf((await open(windowed, browser, (await begin(party, asks)).url)).url)).toMatchObject(asks);
      const bad = { ...asks, theme: 'pink', accent: '};*{', font: '"'.repeat(65) };
      const dropped = paramsOf((await open(windowed, windowed.newBrowser(), (await begin(party, bad)).url)).url);
      expect([dropped['host'], dropped['theme'], dropped['accent'], dropped['font']]).toEqual([
        'cedar-desktop',
        undefined,
        undefined,
        undefined,
      ]);
      const other = paramsOf((await open(windowed, windowed.newBrowser(), (await begin(party, { ...asks, host: 'other' })).url)).url);
      expect([other['host'], other['accent']]).toEqual([undefined, undefined]);
      const metadata = await windowed.app.inject('/.well-known/openid-configuration');
      expect(metadata.json()).toHaveProperty('display_values_supported', ['page', 'popup', 'touch', 'embedded']);
    } finally {
      await windowed.close();
    }
  });

  it('for an answer by form is obeyed', async () => {
    const party = await newRelyingParty(app);
    const { browser } = await signUp(app);
    await signInTo(app, browser, { party });
    const stop = await open(app, browser, (await begin(party, { response_mode: 'form_post' })).url);
    expect(stop.status).toBe(200);
    expect(stop.text).toContain('name="code"');
    expect(stop.text).toContain(`action="${party.redirectUri}"`);
  });

  it('of the operator’s own app asks nobody, and is listed', async () => {
    const party = await newRelyingParty(app, { firstParty: true, kind: 'native' });
    const { browser } = await signUp(app);
    const begun = await begin(party, { scope: 'openid profile email' });
    const { url: callback } = await open(app, browser, begun.url);
    const tokens = await exchange(party, { ...begun, callback });
    expect(tokens.scope).toBe('openid profile');
    expect(await browser.get('/oauthclient/list')).toMatchObject({ data: [{ clientID: party.clientId }] });
  });
});

describe('a pairwise subject', () => {
  const subjectOf = async (person: Person, changes: Partial<OpenidClient>) => {
    const party = await newRelyingParty(app, { subject: 'pairwise', kind: 'native', ...changes });
    const tokens = await signInTo(app, person.browser, { party });
    const info = await userInfo(party, tokens.access_token);
    expect(info['sub']).toBe(tokens.claims()?.sub);
    return String(info['sub']);
  };

  it('is that of the host of the redirect URLs, the same in every place, and another for other hosts', async () => {
    const person = await signUp(app);
    const [one, two, other] = [
      await subjectOf(person, { redirectUris: ['https://one.example/cb'] }),
      await subjectOf(person, { redirectUris: ['https://one.example/other', 'https://one.example/cb'] }),
      await subjectOf(person, { redirectUris: ['https://other.example/cb'] }),
    ];
    expect(one).toBe(two);
    expect(new Set([one, other, await accountIdOf(app, person.contact)]).size).toBe(3);
    expect(one).toMatch(/^[\w-]{22}$/);
  });

  it('is the app’s own where its addresses have no host', async () => {
    const person = await signUp(app);
    for (const address of ['com.example.app:/cb', 'http://127.0.0.1:8765/cb', 'http://localhost/cb']) {
      const nobodys = { redirectUris: [address] };
      expect(await subjectOf(person, nobodys)).not.toBe(await subjectOf(person, nobodys));
    }
  });

  it('stands in introspection and is taken back as a hint', async () => {
    const person = await signUp(app);
    const party = await newRelyingParty(app, { subject: 'pairwise' });
    const tokens = await signInTo(app, person.browser, { party });
    const sub = tokens.claims()?.sub;
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({ active: true, sub });
    const { callback } = await authorize(app, person.browser, { party, params: { id_token_hint: tokens.id_token ?? '', prompt: 'none' } });
    expect(callback.searchParams.has('code')).toBe(true);
  });
});

describe('the discovery document', () => {
  it('is the same at both addresses, and says what the provider does', async () => {
    const documents = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map(async (name) => {
        const answer = await app.newBrowser().raw({ method: 'GET', path: `/.well-known/${name}` });
        expect(answer.headers['cache-control']).toBe('public, max-age=300');
        return JSON.parse(answer.text) as Readonly<Record<string, unknown>>;
      }),
    );
    expect(documents[0]).toEqual(documents[1]);
    expect(documents[0]).toMatchObject({
      issuer: app.config.publicUrl,
      authorization_endpoint: `${app.config.publicUrl}/oidc/auth`,
      token_endpoint: `${app.config.publicUrl}/oidc/token`,
      userinfo_endpoint: `${app.config.publicUrl}/oidc/me`,
      jwks_uri: `${app.config.publicUrl}/oidc/jwks`,
      end_session_endpoint: `${app.config.publicUrl}/oidc/session/end`,
      pushed_authorization_request_endpoint: `${app.config.publicUrl}/oidc/par`,
      response_types_supported: ['code'],
      response_modes_supported: expect.arrayContaining(['query', 'form_post']),
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'email', 'phone', 'address', 'offline_access']),
      claims_supported: expect.arrayContaining(['sub', 'name', 'email', 'phone_number', 'address', 'acr', 'auth_time']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['client_secret_basic', 'client_secret_post', 'private_key_jwt']),
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
      display_values_supported: ['page', 'popup', 'touch'],
      ui_locales_supported: ['zh-CN', 'en-US'],
      subject_types_supported: ['public', 'pairwise'],
      revocation_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'client_secret_basic', 'client_secret_post']),
      account_management_uri: `${app.config.publicUrl}/account`,
    });
  });

  it('names only account actions that lead to a page', async () => {
    const { text } = await app.newBrowser().raw({ method: 'GET', path: '/.well-known/openid-configuration' });
    const { account_management_actions_supported: actions } = JSON.parse(text) as {
      readonly account_management_actions_supported: readonly string[];
    };
    expect(actions).toContain('org.matrix.devices_list');
    for (const action of [...actions, 'unknown', '']) {
      const { status, headers } = await app.newBrowser().raw({ method: 'GET', path: `/account?action=${action}` });
      expect([status, headers.location]).toEqual([302, expect.stringMatching(action === 'unknown' || action === '' ? /^\/$/ : /^\/[a-z]/)]);
    }
  });
});

it('POST to the page for a device is refused by its method', async () => {
  const answer = await postForm(app.newBrowser(), '/oidc/device', { user_code: 'x' });
  expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET']);
});
