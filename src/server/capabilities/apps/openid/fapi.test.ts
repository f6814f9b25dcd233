// @one-database
import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkClient, ClientError, type OpenidClient } from '#server/core/apps/clients/client.ts';
import { day } from '#server/platform/clock.ts';
import {
  begin,
  connectRelyingParty,
  consent,
  newRelyingParty,
  open,
  registerClient,
  signInTo,
  type TestRelyingParty,
} from '#server/testing/apps/openid.ts';
import { assertionOf, newFapiParty, postForm, type KeyedParty } from '#server/testing/apps/foreign-apps.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let person: Person;
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const offline = { scope: 'openid offline_access', prompt: 'consent' };

beforeAll(async () => {
  app = await buildListeningApp();
  person = await signUp(app);
});

// Libraries of apps sign by the clock of the machine.
beforeEach(() => app.clock.set(Date.now()));

afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'good';
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError) return error.error;
    if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error ?? String(error.status);
    throw error;
  }
}

/** Pushes a request and signs in; returns the page of the app with the answer, and the library's checks. */
async function pushAndSignIn(
  party: TestRelyingParty,
  options: { readonly DPoP?: client.DPoPHandle } = {},
  params: Readonly<Record<string, string>> = {},
) {
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const url = await client.buildAuthorizationUrlWithPAR(
    party.config,
    {
      redirect_uri: party.redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...params,
    },
    options,
  );
  let stop = await open(app, person.browser, url);
  if (stop.url.pathname === '/consent') stop = await consent(app, person.browser, stop, (params['scope'] ?? 'openid').split(' '));
  return { url, callback: stop.url, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } };
}

async function proofs(party: TestRelyingParty, pair?: client.CryptoKeyPair) {
  return client.getDPoPHandle(party.config, pair ?? (await client.randomDPoPKeyPair('ES256')));
}

describe('an app with the FAPI profile', () => {
  it('signs in with openid-client: pushed request, key, proof with our nonce, ES256, refresh, userinfo', async () => {
    const party = await newFapiParty(app);
    const DPoP = await proofs(party);
    const { callback, checks } = await pushAndSignIn(party, { DPoP }, offline);
    expect(callback.searchParams.get('iss')).toBe(app.config.publicUrl);
    const tokens = await client.authorizationCodeGrant(party.config, callback, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    expect(decodeProtectedHeader(tokens.id_token ?? '').alg).toBe('ES256');
    const again = await client.refreshTokenGrant(party.config, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(again.refresh_token).toBe(tokens.refresh_token);
    const info = await client.fetchUserInfo(party.config, again.access_token, client.skipSubjectCheck, { DPoP });
    expect(info.sub).toBe(tokens.claims()?.sub);
  });

  it.each<[string, Partial<OpenidClient>]>([
    ['a secret instead of a key', { jwks: null }],
    ['unbound tokens', { dpop: false }],
    ['no PKCE', { pkce: 'optional' }],
    ['the device grant', { deviceGrant: true }],
    ['a program of people', { kind: 'native' }],
    ['a page', { kind: 'browser' }],
    ['a redirect address on the own computer', { redirectUris: ['http://127.0.0.1/cb'] }],
    ['a key of 1024 bits', { jwks: { keys: [{ kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 255).toString('base64url') }] } }],
  ])('cannot be registered with %s', async (_what, changes) => {
    const { clientId } = await newFapiParty(app);
    const whole = await app.wiring.core.apps.clients.find(clientId);
    if (whole === undefined) throw new Error('no such client');
    expect(() => checkClient(whole)).not.toThrow();
    expect(() => checkClient({ ...whole, ...changes })).toThrow(ClientError);
  });

  it('cannot ask without a pushed request, nor once more with the same one, nor with the one of another app', async () => {
    const [party, other] = [await newFapiParty(app), await newFapiParty(app)];
    const plain = await open(app, person.browser, (await begin(party)).url);
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
    const { url } = await pushAndSignIn(party, { DPoP: await proofs(party) });
    expect((await open(app, person.browser, url)).status).toBe(400);
    const mine = new URL((await pushOnly(party)).url);
    mine.searchParams.set('client_id', other.clientId);
    expect((await open(app, app.newBrowser(), mine)).status).toBe(400);
  });

  async function pushOnly(party: KeyedParty) {
    const url = await client.buildAuthorizationUrlWithPAR(
      party.config,
      {
        redirect_uri: party.redirectUri,
        scope: 'openid',
        code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
        code_challenge_method: 'S256',
        state: 's',
      },
      { DPoP: await proofs(party) },
    );
    return { url };
  }

  const push = (party: KeyedParty, changes: Readonly<Record<string, string | undefined>>, claims: JWTPayload = {}) =>
    pushForm(party, changes, claims);

  async function pushForm(party: KeyedParty, changes: Readonly<Record<string, string | undefined>>, claims: JWTPayload) {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await assertionOf(party, { aud: app.config.publicUrl, iat: now, exp: now + 60, jti: randomUUID(), ...claims });
    const fields = {
      response_type: 'code',
      client_id: party.clientId,
      redirect_uri: party.redirectUri,
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      client_assertion: assertion,
      client_assertion_type: assertionType,
      ...changes,
    };
    const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return postForm(app, '/oidc/par', Object.fromEntries(sent));
  }

  it.each<[string, Readonly<Record<string, string | undefined>>, JWTPayload]>([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, {}],
    ['plain PKCE', { code_challenge_method: 'plain' }, {}],
    ['no redirect address', { redirect_uri: undefined }, {}],
    ['another redirect address', { redirect_uri: 'https://evil.example/' }, {}],
    ['another response type', { response_type: 'token' }, {}],
    ['the implicit type', { response_type: 'code id_token' }, {}],
    ['a request object', { request: 'e30.e30.' }, {}],
    ['another request', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, {}],
    ['no proof of the app', { client_assertion: undefined, client_assertion_type: undefined }, {}],
    ['a secret beside', { client_secret: 'x' }, {}],
    ['the token endpoint as audience', {}, { aud: 'http://localhost/oidc/token' }],
    ['a list as audience', {}, { aud: ['http://localhost'] }],
  ])('cannot push a request with %s', async (_what, changes, claims) => {
    const party = await newFapiParty(app);
    const own =
      claims.aud === undefined
        ? claims
        : { aud: Array.isArray(claims.aud) ? [app.config.publicUrl] : `${app.config.publicUrl}/oidc/token` };
    expect((await push(party, {})).status).toBe(201);
    const refused = await push(party, changes, own);
    expect([400, 401]).toContain(refused.status);
    expect(refused.body).not.toHaveProperty('request_uri');
  });

  it('gets no token without a proof, with the nonce of nobody, or for another key than its request', async () => {
    const party = await newFapiParty(app);
    const DPoP = await proofs(party);
    const first = await pushAndSignIn(party, { DPoP });
    expect(await errorOf(client.authorizationCodeGrant(party.config, first.callback, first.checks))).toBe('invalid_dpop_proof');
    const second = await pushAndSignIn(party, { DPoP });
    const foreign = await proofs(party);
    expect(await errorOf(client.authorizationCodeGrant(party.config, second.callback, second.checks, undefined, { DPoP: foreign }))).toBe(
      'invalid_grant',
    );
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const proof = (claims: object) =>
      new SignJWT({
        htm: 'POST',
        htu: `${app.config.publicUrl}/oidc/par`,
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey);
    const asked = await askWith(party, await proof({}));
    expect(asked).toMatchObject({ status: 400, body: { error: 'use_dpop_nonce' } });
    expect(asked.headers.get('dpop-nonce')).toBeTruthy();
    expect(await askWith(party, await proof({ nonce: 'nobody' }))).toMatchObject({ body: { error: 'use_dpop_nonce' } });
    const nonce = asked.headers.get('dpop-nonce') ?? '';
    expect(await askWith(party, await proof({ nonce }))).toMatchObject({ status: 201 });
  });

  async function askWith(party: KeyedParty, dpop: string) {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await assertionOf(party, { aud: app.config.publicUrl, iat: now, exp: now + 60, jti: randomUUID() });
    const fields = {
      response_type: 'code',
      client_id: party.clientId,
      redirect_uri: party.redirectUri,
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      client_assertion: assertion,
      client_assertion_type: assertionType,
    };
    return postForm(app, '/oidc/par', fields, { dpop });
  }
});

describe('a pushed request', () => {
  it('lives for sixty seconds, also of an app without a secret, and leaves nothing behind', async () => {
    const party = await newRelyingParty(app, { kind: 'browser' });
    const verifier = client.randomPKCECodeVerifier();
    const challenge = { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
    const pushed = () =>
      client.buildAuthorizationUrlWithPAR(party.config, { redirect_uri: party.redirectUri, scope: 'openid', state: 's', ...challenge });
    const [late, inTime] = [await pushed(), await pushed()];
    const rows = await app.db
      .q()
      .selectFrom('openid_records')
      .select(['source', 'bytes', 'expires_at', 'created_at'])
      .where('model', '=', 'PushedAuthorizationRequest')
      .execute();
    const mine = rows.filter(({ source }) => source !== null);
    expect(mine.length).toBeGreaterThanOrEqual(2);
    for (const row of mine) expect(row.expires_at - row.created_at).toBe(60_000);
    app.clock.advance(59_000);
    expect((await open(app, app.newBrowser(), inTime)).url.pathname).toBe('/login');
    app.clock.advance(1000);
    expect((await open(app, app.newBrowser(), late)).status).toBe(400);
  });
});

describe('a pushed request of an ordinary app', () => {
  const pushed = async (party: TestRelyingParty, state: string) =>
    client.buildAuthorizationUrlWithPAR(party.config, {
      redirect_uri: party.redirectUri,
      scope: 'openid',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });

  it('is made only by that app, and is worth nothing for another', async () => {
    const [web, browserApp] = [await newRelyingParty(app), await newRelyingParty(app, { kind: 'browser' })];
    const fields = {
      response_type: 'code',
      redirect_uri: web.redirectUri,
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    };
    const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
    const push = (clientId: string, headers = {}) => postForm(app, '/oidc/par', { ...fields, client_id: clientId }, headers);
    // Without the secret, with that of nobody, and with the proof of one app in the name of another.
    expect((await push(web.clientId)).status).toBe(401);
    expect((await push(web.clientId, basic(web.clientId, 'x'))).status).toBe(401);
    expect((await push(browserApp.clientId, basic(web.clientId, web.secret ?? ''))).status).toBe(400);
    expect((await push('nobody')).status).toBe(401);
    expect((await push(browserApp.clientId)).status).toBe(201);
    for (const [mine, theirs] of [
      [web, browserApp],
      [browserApp, web],
    ] as const) {
      const url = await pushed(mine, 'mine');
      const stolen = new URL(url);
      stolen.searchParams.set('client_id', theirs.clientId);
      expect((await open(app, app.newBrowser(), stolen)).status).toBe(400);
    }
  });

  it('takes nothing from the URL that the browser brings', async () => {
    const party = await newRelyingParty(app);
    const url = await pushed(party, 'mine');
    for (const [name, value] of Object.entries({
      redirect_uri: 'https://evil.example/',
      scope: 'openid email',
      state: 'theirs',
      prompt: 'none',
    }))
      url.searchParams.set(name, value);
    const stop = await open(app, person.browser, url);
    expect(stop.url.pathname).toBe('/consent');
    const end = await consent(app, person.browser, stop, ['openid', 'email']);
    expect([end.url.origin, end.url.searchParams.get('state')]).toEqual([new URL(party.redirectUri).origin, 'mine']);
  });
});

describe('a refresh token', () => {
  it('of an app with a secret stays: twenty equal refreshes at once all live, in one family', async () => {
    const party = await newRelyingParty(app);
    const tokens = await signInTo(app, person.browser, { party, params: offline });
    const all = await Promise.all(Array.from({ length: 20 }, () => client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')));
    expect(new Set(all.map((one) => one.refresh_token))).toEqual(new Set([tokens.refresh_token]));
    expect(await client.fetchUserInfo(party.config, all[0]?.access_token ?? '', client.skipSubjectCheck)).toHaveProperty('sub');
  });

  it('of an app without a secret is bound to the key of its exchange, and stolen it is worth nothing', async () => {
    const registered = await registerClient(app, { kind: 'browser' });
    const party = await connectRelyingParty(app.config.publicUrl, registered);
    const DPoP = await proofs(party);
    const begun = await begin(party, offline);
    let stop = await open(app, person.browser, begun.url);
    stop = await consent(app, person.browser, stop, ['openid', 'offline_access']);
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
    const tokens = await client.authorizationCodeGrant(party.config, stop.url, checks, undefined, { DPoP });
    const refresh = (options: object) => client.refreshTokenGrant(party.config, tokens.refresh_token ?? '', undefined, options);
    const thieves = await Promise.all(Array.from({ length: 10 }, () => proofs(party)));
    const outcomes = await Promise.all(thieves.map((thief) => errorOf(refresh({ DPoP: thief }))));
    expect([...outcomes, await errorOf(refresh({}))]).toEqual(Array.from({ length: 11 }, () => 'invalid_grant'));
    const again = await refresh({ DPoP });
    expect(again.refresh_token).toBe(tokens.refresh_token);
    expect((await refresh({ DPoP })).refresh_token).toBe(tokens.refresh_token);
  });

  it('that stays lives for 14 days after its last use, and for 90 in all', async () => {
    const party = await newRelyingParty(app);
    const tokens = await signInTo(app, person.browser, { party, params: offline });
    const outcomes: string[] = [];
    const start = Date.now();
    for (const days of [13, 26, 39, 52, 65, 78, 89, 91]) {
      app.clock.set(start + days * day);
      vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
      outcomes.push(await errorOf(client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')));
    }
    expect(outcomes).toEqual(['good', 'good', 'good', 'good', 'good', 'good', 'good', 'invalid_grant']);
  });
});

it('the thumbprint of a request binds its code before any proof was sent', async () => {
  vi.useRealTimers();
  app.clock.set(Date.now());
  const fresh = await signUp(app);
  const party = await newRelyingParty(app, { kind: 'browser' });
  const pair = await client.randomDPoPKeyPair('ES256');
  const begun = await begin(party, { scope: 'openid', dpop_jkt: await calculateJwkThumbprint(await exportJWK(pair.publicKey)) });
  let stop = await open(app, fresh.browser, begun.url);
  stop = await consent(app, fresh.browser, stop, ['openid']);
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
  expect(await errorOf(client.authorizationCodeGrant(party.config, stop.url, checks))).toBe('invalid_dpop_proof');
});
