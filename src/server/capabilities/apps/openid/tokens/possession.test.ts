// @one-database
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, second } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { authorize, newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let party: TestRelyingParty;
let person: Person;
let keys: client.CryptoKeyPair;

beforeAll(async () => {
  // The library measures life by the real clock.
  app = await buildListeningApp();
  party = await newRelyingParty(app, { system: true });
  person = await signUp(app);
  keys = await client.randomDPoPKeyPair('ES256');
});

afterAll(async () => {
  await app.close();
});

type Proof = Record<string, unknown>;

/** Makes the proofs of a key, with changed claims if needed. */
function prover({
  pair = keys,
  change,
}: { readonly pair?: client.CryptoKeyPair; readonly change?: (said: Proof, header: Proof) => void } = {}) {
  return client.getDPoPHandle(party.config, pair, {
    [client.modifyAssertion]: (header, said) => change?.(said, header),
  });
}

/** An access token that is bound to the key of these proofs. */
async function boundToken(DPoP = prover()) {
  const { callback, verifier, state, nonce } = await authorize(app, person.browser, { party });
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
  const tokens = await client.authorizationCodeGrant(party.config, callback, checks, undefined, { DPoP });
  expect(tokens.token_type).toBe('dpop');
  return tokens.access_token;
}

/** The status of `POST /account/ticket` with a token and its proof, or as a bearer token without one. */
async function askTicket(token: string, DPoP?: client.DPoPHandle): Promise<number> {
  const url = new URL('/api/account/ticket', app.config.publicUrl);
  const headers = new Headers({ 'content-type': 'application/json' });
  try {
    const options = DPoP === undefined ? {} : { DPoP };
    return (await client.fetchProtectedResource(party.config, token, url, 'POST', '{}', headers, options)).status;
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError) return error.status;
    throw error;
  }
}

describe('a token bound to a key', () => {
  it.each(['ES256', 'Ed25519'])('grants its access with a proof of that key: %s', async (algorithm) => {
    const pair = await client.randomDPoPKeyPair(algorithm);
    const token = await boundToken(prover({ pair }));
    expect(await askTicket(token, prover({ pair }))).toBe(200);
    expect(await askTicket(token, prover({ pair }))).toBe(200);
    expect(await client.fetchUserInfo(party.config, token, client.skipSubjectCheck, { DPoP: prover({ pair }) })).toHaveProperty('sub');
  });

  it('is worthless without the proof', async () => {
    const token = await boundToken();
    expect(await askTicket(token)).toBe(401);
    const withoutProof = await app.newBrowser().post('/account/ticket', {}, { authorization: `DPoP ${token}` });
    expect(withoutProof).toMatchObject({ status: 401, code: 401 });
    expect(withoutProof.headers['www-authenticate']).toContain('DPoP algs="ES256');
    await expect(client.fetchUserInfo(party.config, token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
  });

  it.each<[string, (said: Proof, header: Proof) => void]>([
    ['another method', (said) => (said['htm'] = 'GET')],
    ['another URL', (said) => (said['htu'] = `${app.config.publicUrl}/api/account/auth`)],
    ['another host', (said) => (said['htu'] = 'https://evil.example/api/account/ticket')],
    ['no URL', (said) => delete said['htu']],
    ['another token', (said) => (said['ath'] = 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo')],
    ['no token', (said) => delete said['ath']],
    ['a past time', (said) => (said['iat'] = Math.floor((app.clock.now() - 6 * minute) / second))],
    ['a future time', (said) => (said['iat'] = Math.floor((app.clock.now() + 6 * minute) / second))],
    ['no time', (said) => delete said['iat']],
    ['no id', (said) => delete said['jti']],
    ['an empty id', (said) => (said['jti'] = '')],
    ['another token type', (_said, header) => (header['typ'] = 'JWT')],
  ])('is refused with a proof for %s', async (_what, change) => {
    expect(await askTicket(await boundToken(), prover({ change }))).toBe(401);
  });

  it('is refused with a proof of another key', async () => {
    const token = await boundToken();
    expect(await askTicket(token, prover({ pair: await client.randomDPoPKeyPair('ES256') }))).toBe(401);
    expect(await askTicket(token, prover())).toBe(200);
  });

  it('accepts a proof once, even of sixteen requests at once, here and at userinfo', async () => {
    const token = await boundToken();
    const same = () => prover({ change: (said) => (said['jti'] = 'the same') });
    const statuses = await Promise.all(Array.from({ length: 16 }, () => askTicket(token, same())));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await askTicket(token, same())).toBe(401);
    const answers = await Promise.allSettled(
      Array.from({ length: 16 }, () => client.fetchUserInfo(party.config, token, client.skipSubjectCheck, { DPoP: same() })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts no proof beside an unbound token', async () => {
    const { access_token: token } = await signInTo(app, person.browser, { party });
    expect(await askTicket(token)).toBe(200);
    expect(await askTicket(token, prover())).toBe(401);
  });
});

describe('a proof by hand', () => {
  interface Place {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body?: string;
  }

  const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' };
  let token: string;
  let publicKey: JWK;
  let places: readonly Place[];

  beforeAll(async () => {
    token = await boundToken();
    publicKey = await exportJWK(keys.publicKey);
    const pages = await newRelyingParty(app, { kind: 'browser' });
    const answered = await authorize(app, person.browser, { party: pages });
    const checks = { pkceCodeVerifier: answered.verifier, expectedState: answered.state, expectedNonce: answered.nonce };
    const DPoP = client.getDPoPHandle(pages.config, keys);
    const { refresh_token = '' } = await client.authorizationCodeGrant(pages.config, answered.callback, checks, undefined, { DPoP });
    const refresh = new URLSearchParams({ grant_type: 'refresh_token', client_id: pages.clientId, refresh_token });
    places = [
      { method: 'POST', path: '/api/account/ticket', body: '{}' },
      { method: 'GET', path: '/oidc/me' },
      { method: 'POST', path: '/oidc/token', body: refresh.toString() },
    ];
  });

  const claimsFor = ({ method, path }: Place): JWTPayload => ({
    htm: method,
    htu: `${app.config.publicUrl}${path}`,
    jti: randomUUID(),
    iat: Math.floor(app.clock.now() / second),
    ath: createHash('sha256').update(token).digest('base64url'),
  });

  async function signed(place: Place, header: Proof = {}, claims: Proof = {}, key: Parameters<SignJWT['sign']>[0] = keys.privateKey) {
    const whole = { alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey, ...header };
    return new SignJWT({ ...claimsFor(place), ...claims }).setProtectedHeader(whole).sign(key);
  }

  const withParts = async (place: Place, change: (parts: string[]) => string[]) => change((await signed(place)).split('.')).join('.');
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  async function statusOf({ method, path, body }: Place, proof: string, query = ''): Promise<number> {
    const headers = new Headers({ dpop: proof, 'content-type': path === '/oidc/token' ? types.form : types.json });
    if (path !== '/oidc/token') headers.set('authorization', `DPoP ${token}`);
    const answer = await fetch(`${app.config.publicUrl}${path}${query}`, { method, headers, ...(body !== undefined && { body }) });
    await answer.arrayBuffer();
    return answer.status;
  }

  it('is good at every place, and names the URL without its query', async () => {
    for (const place of places) expect([place.path, await statusOf(place, await signed(place))]).toEqual([place.path, 200]);
    const [, userinfo] = places;
    if (userinfo !== undefined) expect(await statusOf(userinfo, await signed(userinfo), '?lang=en')).toBe(200);
  });

  it.each<[string, (place: Place) => Promise<string>]>([
    ['a key of RSA', async (place) => byRsa(place, 2048, 'RS256')],
    ['a key of RSA-PSS', async (place) => byRsa(place, 2048, 'PS256')],
    [
      'a huge key of RSA and no signature',
      async (place) => {
        const jwk = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(512, 255).toString('base64url') };
        return `${encoded({ alg: 'RS256', typ: 'dpop+jwt', jwk })}.${encoded(claimsFor(place))}.${Buffer.alloc(512, 1).toString('base64url')}`;
      },
    ],
    [
      'a shared secret',
      async (place) => {
        const jwk = { kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') };
        return signed(place, { alg: 'HS256', jwk }, {}, Buffer.alloc(32, 1));
      },
    ],
    ['no algorithm', async (place) => `${encoded({ alg: 'none', typ: 'dpop+jwt', jwk: publicKey })}.${encoded(claimsFor(place))}.`],
    [
      'its private key',
      async (place) => {
        const pair = await generateKeyPair('ES256', { extractable: true });
        return signed(place, { jwk: await exportJWK(pair.privateKey) }, {}, pair.privateKey);
      },
    ],
    ['no key', async (place) => signed(place, { jwk: undefined })],
    ['a key that is a text', async (place) => signed(place, { jwk: 'key' })],
    [
      'another curve',
      async (place) => {
        const pair = await generateKeyPair('ES384', { extractable: true });
        return signed(place, { alg: 'ES384', jwk: await exportJWK(pair.publicKey) }, {}, pair.privateKey);
      },
    ],
    ['the right key and the signature of another', async (place) => signed(place, {}, {}, (await generateKeyPair('ES256')).privateKey)],
    ['its signature cut off', (place) => withParts(place, ([head = '', body = '']) => [head, body, ''])],
    ['changed claims', (place) => withParts(place, ([head = '', , end = '']) => [head, encoded(claimsFor(place)), end])],
    ['two parts', (place) => withParts(place, (parts) => parts.slice(0, 2))],
    ['another proof beside it', async (place) => `${await signed(place)}, ${await signed(place)}`],
    ['a condition that nobody knows', async (place) => signed(place, { crit: ['x'], x: 1 }, {}).catch(() => critical(place))],
    ['no type', async (place) => signed(place, { typ: undefined })],
    ['the type of an access token', async (place) => signed(place, { typ: 'at+jwt' })],
    ['the method in small letters', async (place) => signed(place, {}, { htm: place.method.toLowerCase() })],
    ['a list of methods', async (place) => signed(place, {}, { htm: [place.method] })],
    ['a user name in its URL', async (place) => signed(place, {}, { htu: `http://a@${new URL(app.config.publicUrl).host}${place.path}` })],
    ['a path below', async (place) => signed(place, {}, { htu: `${app.config.publicUrl}${place.path}/x` })],
    ['a time in milliseconds', async (place) => signed(place, {}, { iat: app.clock.now() })],
    ['a time that is a text', (place) => byParts(place, { iat: 'now' })],
    ['an id that is a number', async (place) => signed(place, {}, { jti: 7 })],
    ['an end that is over', async (place) => signed(place, {}, { exp: 1 })],
  ])('is refused everywhere with %s', async (_what, made) => {
    for (const place of places) {
      const status = await statusOf(place, await made(place));
      expect([place.path, [400, 401].includes(status)], String(status)).toEqual([place.path, true]);
    }
  });

  async function byRsa(place: Place, modulusLength: number, alg: string) {
    const pair = generateKeyPairSync('rsa', { modulusLength });
    return signed(place, { alg, jwk: pair.publicKey.export({ format: 'jwk' }) }, {}, pair.privateKey);
  }

  /** The library does not sign what nobody can read. */
  async function critical(place: Place) {
    const input = `${encoded({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey, crit: ['x'], x: 1 })}.${encoded(claimsFor(place))}`;
    return signedInput(input);
  }

  async function byParts(place: Place, claims: object) {
    const input = `${encoded({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey })}.${encoded({ ...claimsFor(place), ...claims })}`;
    return signedInput(input);
  }

  async function signedInput(input: string): Promise<string> {
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, Buffer.from(input));
    return `${input}.${Buffer.from(signature).toString('base64url')}`;
  }
});
