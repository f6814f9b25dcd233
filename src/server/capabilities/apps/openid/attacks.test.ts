// @one-database
import { gzipSync } from 'node:zlib';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import {
  authorize,
  begin,
  exchange,
  newRelyingParty,
  open,
  routeData,
  signInTo,
  type TestRelyingParty,
} from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let known: Awaited<ReturnType<typeof allowed>>;

beforeAll(async () => {
  // The library measures life by the real clock.
  app = await buildListeningApp();
  known = await allowed();
});

afterAll(async () => {
  await app.close();
});

/** A person whom the app need not ask any more: a successful request yields a code at once. */
async function allowed(): Promise<{ readonly party: TestRelyingParty; readonly browser: TestBrowser }> {
  const party = await newRelyingParty(app);
  const { browser } = await signUp(app);
  await signInTo(app, browser, { party });
  return { party, browser };
}

/** The answer of the token endpoint to these fields, from a client with a secret. */
async function ask({ clientId, secret }: TestRelyingParty, fields: readonly (readonly [string, string])[]) {
  const answer = await app.newBrowser().raw({
    method: 'POST',
    path: '/oidc/token',
    headers: {
      // An app's server is not a page.
      origin: undefined,
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  });
  const { error, access_token }: { readonly error?: string; readonly access_token?: string } = JSON.parse(answer.text);
  return { status: answer.status, error, token: access_token };
}

type Answered = Awaited<ReturnType<typeof authorize>>;

function fieldsOf({ redirectUri }: TestRelyingParty, { callback, verifier }: Answered): Record<string, string> {
  const code = callback.searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
}

describe('an unregistered redirect URL', () => {
  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/callback#x',
    'https://app.example.com/Callback',
    'https://APP.example.com/callback',
    'https://app.example.com:443/callback',
    'https://app.example.com:8443/callback',
    'https://app.example.com./callback',
    'https://app.example.com.evil.test/callback',
    'https://app.example.com@evil.test/callback',
    'https://person:word@app.example.com/callback',
    'https://sub.app.example.com/callback',
    'https://аpp.example.com/callback',
    'https://evil.test/callback',
    'https://evil.test/https://app.example.com/callback',
    'https://evil.test?https://app.example.com/callback',
    'https://evil.test#@app.example.com/callback',
    'https://evil.test\\@app.example.com/callback',
    'https://app.example.com%2eevil.test/callback',
    'https://app.example.com%00.evil.test/callback',
    'https://app.example.com/../callback',
    'https://app.example.com/callback/../evil',
    'https://app.example.com/callback/..;/x',
    'https://app.example.com/callback%2f..%2fevil',
    'https://app.example.com//callback',
    'http://app.example.com/callback',
    'https:app.example.com/callback',
    'https:///evil.test/callback',
    '//app.example.com/callback',
    '/callback',
    'javascript:alert(1)//https://app.example.com/callback',
    'data:text/html,x',
    'com.evil.app:/callback',
    'http://127.0.0.1/callback',
    'https://app.example.com/%63allback',
    'https://app.example.com/callback%0a',
    'https://app.example.com/callback\r\nlocation: https://evil.test',
    ' https://app.example.com/callback',
    'https://app.example.com/callback https://evil.test/',
  ])('leads to a page of ours, whatever other parameters say: %j', async (redirectUri) => {
    const { party, browser } = known;
    // Errors that normally go to the app must not go to the stranger either.
    for (const more of [{}, { prompt: 'none', response_type: 'token', response_mode: 'form_post' }]) {
      const { url } = await begin(party, { redirect_uri: redirectUri, ...more });
      const stop = await open(app, browser, url);
      expect([stop.status, stop.url.origin]).toEqual([400, app.config.publicUrl]);
      expect(routeData(stop.text)).toMatchObject({ error: 'invalid_redirect_uri' });
    }
  });

  it('is also refused at the exchange', async () => {
    const { party, browser } = known;
    const fields = fieldsOf(party, await authorize(app, browser, { party }));
    const at = async (address: string) => ask(party, Object.entries({ ...fields, redirect_uri: address }));
    expect(await at('https://evil.test/callback')).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await at('https://app.example.com/callback/')).toMatchObject({ status: 400, error: 'invalid_grant' });
    const { redirect_uri: _without, ...rest } = fields;
    expect(await ask(party, Object.entries(rest))).toMatchObject({ status: 400, token: undefined });
    expect(await ask(party, Object.entries(fields))).toMatchObject({ status: 200, token: expect.any(String) });
  });
});

describe('PKCE', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  it.each([
    ['with plain', { code_challenge_method: 'plain' }, []],
    ['with a method that does not exist', { code_challenge_method: 'S512' }, []],
    // Without a method RFC 7636 means plain.
    ['without a method', {}, ['code_challenge_method']],
    ['without a challenge', {}, ['code_challenge']],
    ['without both', {}, ['code_challenge', 'code_challenge_method']],
    ['with a challenge that is too short', { code_challenge: 'x' }, []],
  ])('is mandatory: a request %s gets no code', async (_name, params, left) => {
    for (const kind of ['web', 'native', 'browser'] as const) {
      const party = await newRelyingParty(app, { kind });
      const { url, state } = await begin(party, { code_challenge: challenge, ...params });
      for (const name of left) url.searchParams.delete(name);
      const answer = (await open(app, known.browser, url)).url.searchParams;
      expect([answer.get('error'), answer.get('state'), answer.has('code')]).toEqual(['invalid_request', state, false]);
    }
  });

  it('allows an exchange only with the verifier of the code', async () => {
    const { party, browser } = known;
    const answered = await authorize(app, browser, { party });
    const fields = fieldsOf(party, answered);
    const { code_verifier: _without, ...none } = fields;
    const sent = answered.url.searchParams.get('code_challenge') ?? '';
    const wrong = [none, { ...fields, code_verifier: client.randomPKCECodeVerifier() }, { ...fields, code_verifier: sent }];
    for (const one of wrong) expect(await ask(party, Object.entries(one))).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await ask(party, Object.entries({ ...fields, code_verifier: '' }))).toMatchObject({ status: 400, token: undefined });
    expect(await ask(party, Object.entries(fields))).toMatchObject({ status: 200, token: expect.any(String) });
  });
});

describe('an answer for another request', () => {
  it('is useless: a code of another person signs no one in', async () => {
    const { party, browser } = known;
    const victim = await begin(party);
    const attacker = await authorize(app, browser, { party });
    const invalid = { code: 'OAUTH_INVALID_RESPONSE' };
    await expect(exchange(party, { ...victim, callback: attacker.callback })).rejects.toMatchObject(invalid);
    const forged = new URL(attacker.callback);
    forged.searchParams.set('state', victim.state);
    await expect(exchange(party, { ...victim, callback: forged })).rejects.toMatchObject({ error: 'invalid_grant' });

    const replayed = await authorize(app, browser, { party });
    await expect(exchange(party, { ...replayed, nonce: victim.nonce })).rejects.toMatchObject({
      code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    });
    const other = await authorize(app, browser, { party });
    for (const iss of ['https://evil.test', undefined]) {
      const callback = new URL(other.callback);
      // RFC 9207: the provider that answered.
      if (iss === undefined) callback.searchParams.delete('iss');
      else callback.searchParams.set('iss', iss);
      await expect(exchange(party, { ...other, callback })).rejects.toMatchObject(invalid);
    }
    expect((await exchange(party, other)).claims()).toMatchObject({ nonce: other.nonce, aud: party.clientId });
  });

  it('is useless to another app and stays usable for its own', async () => {
    const [{ party, browser }, stranger] = [known, await newRelyingParty(app)];
    const answered = await authorize(app, browser, { party });
    const fields = fieldsOf(party, answered);
    expect(await ask(stranger, Object.entries(fields))).toMatchObject({ status: 400, error: 'invalid_grant' });
    const named = Object.entries({ ...fields, client_id: party.clientId });
    expect((await ask(stranger, named)).token).toBeUndefined();
    expect(await ask({ ...party, secret: stranger.secret }, Object.entries(fields))).toMatchObject({
      status: 401,
      error: 'invalid_client',
    });
    expect((await exchange(party, answered)).access_token).toBeTruthy();
  });
});

describe('a parameter that comes twice', () => {
  const evil: Readonly<Record<string, string>> = {
    client_id: 'another-app',
    redirect_uri: 'https://evil.test/callback',
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid profile email phone address',
    state: 'evil',
    nonce: 'evil',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'plain',
    prompt: 'none',
  };

  it.each(Object.keys(evil))('gets no code: %s', async (name) => {
    const { party, browser } = known;
    for (const isFirst of [true, false]) {
      const { url } = await begin(party, { response_mode: 'query' });
      const own = url.searchParams.get(name) ?? 'login';
      url.searchParams.delete(name);
      for (const value of isFirst ? [evil[name], own] : [own, evil[name]]) url.searchParams.append(name, value ?? '');
      const stop = await open(app, browser, url);
      expect(stop.url.searchParams.has('code')).toBe(false);
      const told = stop.url.origin === app.config.publicUrl ? routeData(stop.text)['error'] : stop.url.searchParams.get('error');
      expect(told).toMatch(/^invalid_(?:request|client|redirect_uri)$/);
      expect([app.config.publicUrl, 'https://app.example.com']).toContain(stop.url.origin);
      if (name === 'client_id' || name === 'redirect_uri') expect(stop.url.origin).toBe(app.config.publicUrl);
    }
  });

  it.each(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id'])('gets no token: %s', async (name) => {
    const { party, browser } = known;
    const answered = await authorize(app, browser, { party });
    const fields: Record<string, string> = { ...fieldsOf(party, answered), client_id: party.clientId };
    for (const again of [fields[name] ?? '', 'evil']) {
      const answer = await ask(party, [...Object.entries(fields), [name, again]]);
      expect(answer).toEqual({ status: name === 'client_id' ? expect.any(Number) : 400, error: 'invalid_request', token: undefined });
    }
    expect((await exchange(party, answered)).access_token).toBeTruthy();
  });
});

describe('more than the allowed access', () => {
  const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

  it('cannot come from a refresh: scopes never grow', async () => {
    const { party, browser } = known;
    const tokens = await exchange(party, await authorize(app, browser, { party, params: offline }));
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    const wider = Object.entries({ ...refresh, scope: 'openid profile email phone offline_access' });
    expect(await ask(party, wider)).toMatchObject({ status: 400, error: 'invalid_scope' });
    const same = await ask(party, Object.entries(refresh));
    expect(same.status).toBe(200);
    const info = await client.fetchUserInfo(party.config, same.token ?? '', client.skipSubjectCheck);
    for (const claim of ['email', 'phone_number']) expect(info).not.toHaveProperty(claim);
  });

  it.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'constructor', ''])(
    'cannot come from the grant %o, which does not exist',
    async (grant) => {
      const fields = { grant_type: grant, username: 'x', password: 'x', scope: 'openid', assertion: 'x' };
      const answer = await ask(known.party, Object.entries(fields));
      expect([answer.status, answer.token]).toEqual([400, undefined]);
    },
  );

  it('cannot come from a scope of thousands of words: unknown ones are ignored', async () => {
    const { party, browser } = known;
    const words = Array.from({ length: 1000 }, (_, index) => `s${index}`).join(' ');
    const begun = await begin(party, { scope: `openid ${words}` });
    const { url: callback } = await open(app, browser, begun.url);
    expect((await exchange(party, { ...begun, callback })).scope).toBe('openid');
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', scope: words };
    expect(await ask(party, Object.entries(fields))).toMatchObject({ status: 400, token: undefined });
  });

  it('cannot come from an unlimited or compressed body', async () => {
    const { party, browser } = known;
    const answered = await authorize(app, browser, { party });
    const good = new URLSearchParams(fieldsOf(party, answered)).toString();
    const send = async (body: string | Buffer, more: Readonly<Record<string, string>> = {}) => {
      const authorization = `Basic ${Buffer.from(`${party.clientId}:${party.secret}`).toString('base64')}`;
      const headers = { origin: undefined, authorization, 'content-type': 'application/x-www-form-urlencoded', ...more };
      return (await app.newBrowser().raw({ method: 'POST', path: '/oidc/token', headers, body })).status;
    };
    expect([400, 413]).toContain(await send(`${good}&more=${'x'.repeat(200_000)}`));
    expect(await send(gzipSync(Buffer.from(good)), { 'content-encoding': 'gzip' })).toBe(400);
    expect(await send(good, { 'content-encoding': 'gzip' })).toBe(400);
    expect(await send(good)).toBe(200);
  });
});
