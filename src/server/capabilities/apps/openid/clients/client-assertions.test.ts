// @one-database
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brokenKeyRule } from '#server/core/apps/clients/client-keys.ts';
import { checkClient } from '#server/core/apps/clients/client.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { signInTo } from '#server/testing/apps/openid.ts';
import { assertionOf, newKeyedParty, postForm, type KeyedParty } from '#server/testing/apps/foreign-apps.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let party: KeyedParty;
let stranger: KeyedParty;
const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

beforeAll(async () => {
  app = await buildListeningApp();
  party = await newKeyedParty(app);
  stranger = await newKeyedParty(app);
});

// Libraries of apps sign by the clock of the machine.
beforeEach(() => app.clock.set(Date.now()));

afterAll(async () => {
  await app.close();
});

const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({ aud: app.config.publicUrl, iat: now(), exp: now() + 60, jti: randomUUID() });
const made = (changes: Readonly<Record<string, unknown>>, header = {}) => assertionOf(party, { ...good(), ...changes }, header);

/** The status of a call that only an assertion opens. */
async function ask(assertion: string, more: Readonly<Record<string, string>> = {}, headers = {}): Promise<number> {
  const fields = { token: 'x', client_assertion_type: type, client_assertion: assertion, ...more };
  return (await postForm(app, '/oidc/token/introspection', fields, headers)).status;
}

describe('an app with a key', () => {
  it.each(['ES256', 'Ed25519', 'PS256'])('signs people in with openid-client: %s', async (algorithm) => {
    const keyed = await newKeyedParty(app, {}, algorithm);
    const { browser } = await signUp(app);
    expect((await signInTo(app, browser, { party: keyed })).claims()?.aud).toBe(keyed.clientId);
  });

  it.each<[string, () => Readonly<Record<string, unknown>>, object?]>([
    ['the issuer', () => ({})],
    ['the token endpoint', () => ({ aud: `${app.config.publicUrl}/oidc/token` })],
    ['both', () => ({ aud: [app.config.publicUrl, `${app.config.publicUrl}/oidc/token`] })],
    ['ten seconds ahead', () => ({ iat: now() + 9, exp: now() + 60 })],
    ['not before ten seconds ahead', () => ({ nbf: now() + 9 })],
    ['without the time of its making', () => ({ iat: undefined })],
    ['of the usual type', () => ({}), { typ: 'client-authentication+jwt' }],
  ])('is believed with an assertion for %s', async (_what, changes, header = {}) => {
    expect(await ask(await made(changes(), header))).toBe(200);
  });

  const hour = 3600;
  const claims: readonly (readonly [string, () => Readonly<Record<string, unknown>>])[] = [
    ['no audience', () => ({ aud: undefined })],
    ['an empty audience', () => ({ aud: '' })],
    ['an empty list of audiences', () => ({ aud: [] })],
    ['another audience', () => ({ aud: 'https://evil.example' })],
    ['another audience beside ours', () => ({ aud: [app.config.publicUrl, 'https://evil.example'] })],
    ['the audience of another call', () => ({ aud: `${app.config.publicUrl}/oidc/token/introspection` })],
    ['the issuer with a slash', () => ({ aud: `${app.config.publicUrl}/` })],
    ['the issuer in capitals', () => ({ aud: app.config.publicUrl.toUpperCase() })],
    ['an audience that is an object', () => ({ aud: { iss: app.config.publicUrl } })],
    ['an audience that is a number', () => ({ aud: 7 })],
    ['a list of lists', () => ({ aud: [[app.config.publicUrl]] })],
    ['three times our audience', () => ({ aud: [app.config.publicUrl, app.config.publicUrl, app.config.publicUrl] })],
    ['no end', () => ({ exp: undefined })],
    ['an end that is over', () => ({ iat: now() - 60, exp: now() - 11 })],
    ['an end in a day', () => ({ exp: now() + 24 * hour })],
    ['an end in six minutes', () => ({ exp: now() + 360 })],
    ['a life of more than five minutes that is nearly over', () => ({ iat: now() - 290, exp: now() + 30 })],
    ['an end before its making', () => ({ iat: now() + 5, exp: now() + 4 })],
    ['an end that is a text', () => ({ exp: String(now() + 60) })],
    ['an end in milliseconds', () => ({ exp: Date.now() + 60_000 })],
    ['an end of 0', () => ({ exp: 0 })],
    ['a negative end', () => ({ exp: -1 })],
    ['a making a hundred seconds ahead', () => ({ iat: now() + 100, exp: now() + 160 })],
    ['a making twenty seconds ahead', () => ({ iat: now() + 20, exp: now() + 60 })],
    ['a making an hour ago', () => ({ iat: now() - hour })],
    ['a making an hour ago and an end soon', () => ({ iat: now() - hour, exp: now() + 10 })],
    ['a making that is a text', () => ({ iat: 'now' })],
    ['a making in milliseconds', () => ({ iat: Date.now() })],
    ['a beginning in a minute', () => ({ nbf: now() + 60 })],
    ['a beginning that is a text', () => ({ nbf: 'soon' })],
    ['no id', () => ({ jti: undefined })],
    ['an empty id', () => ({ jti: '' })],
    ['an id of 129 characters', () => ({ jti: 'x'.repeat(129) })],
    ['an id that is a number', () => ({ jti: 7 })],
    ['an id that is a list', () => ({ jti: ['x'] })],
    ['no issuer', () => ({ iss: undefined })],
    ['another issuer', () => ({ iss: stranger.clientId })],
    ['us as its issuer', () => ({ iss: app.config.publicUrl })],
    ['no subject', () => ({ sub: undefined })],
    ['another subject', () => ({ sub: stranger.clientId })],
    ['an unknown subject', () => ({ sub: 'nobody', iss: 'nobody' })],
    ['a subject that is an object', () => ({ sub: { id: party.clientId } })],
  ];
  it.each(claims)('is not believed with %s', async (_what, changes) => {
    expect([400, 401]).toContain(await ask(await made(changes())));
  });

  it.each([
    ['a token', { typ: 'at+jwt' }],
    ['an event', { typ: 'secevent+jwt' }],
    ['a proof of possession', { typ: 'dpop+jwt' }],
    ['an ID token of nobody', { typ: 'x' }],
  ])('is not believed with %s instead of an assertion', async (_what, header) => {
    expect(await ask(await made({}, header))).toBe(401);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['of another key', () => assertionOf({ ...party, privateKey: stranger.privateKey }, good())],
    ['of another app', () => assertionOf({ ...stranger, clientId: party.clientId }, good())],
    ['without a signature', () => new UnsecuredJWT({ ...good(), iss: party.clientId, sub: party.clientId }).encode()],
    ['with its signature cut off', async () => (await made({})).replace(/[^.]+$/, '')],
    ['with a changed claim', async () => swapPayload(await made({}), { ...good(), iss: party.clientId, sub: party.clientId })],
    ['by the algorithm HS256 with the public key', () => hmacAssertion()],
    ['by the algorithm RS256', () => rsaAssertion()],
    ['that is no JWT', () => 'x'],
    ['of two parts', () => 'e30.e30'],
    ['of five parts', () => 'e30.e30.e30.e30.e30'],
    ['that is empty', () => ''],
    ['of wrong base64', () => '***.***.***'],
    ['that is not JSON', () => `${btoa('nothing')}.${btoa('nothing')}.x`],
    ['that is a list', () => `${btoa('[]')}.${btoa('[]')}.x`],
    ['of 15 KB', async () => made({ more: 'x'.repeat(11_000) }).then((text) => `${text}x`)],
  ])('is not believed with an assertion %s', async (_what, assertion) => {
    expect([400, 401]).toContain(await ask(await assertion()));
  });

  it('is not believed with two proofs, with another type, or by a secret', async () => {
    const basic = { authorization: `Basic ${btoa(`${party.clientId}:secret`)}` };
    expect(await ask(await made({}), {}, basic)).toBe(400);
    expect(await ask(await made({}), { client_secret: 'x' })).toBe(400);
    expect(await ask(await made({}), { client_id: stranger.clientId })).toBe(400);
    expect(await ask(await made({}), { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' })).toBe(400);
    expect((await postForm(app, '/oidc/token/introspection', { token: 'x', client_id: party.clientId, client_secret: 'x' })).status).toBe(
      401,
    );
    expect((await postForm(app, '/oidc/token/introspection', { token: 'x', client_id: party.clientId })).status).toBe(401);
  });

  it('is believed once for each assertion, even twenty times at once', async () => {
    const assertion = await made({});
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(assertion)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 401)).toHaveLength(19);
    expect(await ask(assertion)).toBe(401);
    // The same id of another app is another assertion.
    const jti = randomUUID();
    expect(await ask(await made({ jti }))).toBe(200);
    expect(await ask(await assertionOf(stranger, { ...good(), jti }))).toBe(200);
  });

  function swapPayload(assertion: string, payload: object): string {
    const [header, , signature] = assertion.split('.');
    return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
  }

  async function hmacAssertion(): Promise<string> {
    const key = createHash('sha256').update(JSON.stringify(party.publicJwk)).digest();
    return new SignJWT({ ...good(), iss: party.clientId, sub: party.clientId })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(key);
  }

  async function rsaAssertion(): Promise<string> {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT({ ...good(), iss: party.clientId, sub: party.clientId })
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .sign(privateKey);
  }
});

describe('the keys of an app', () => {
  const ec = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  /** Each point of order 1, 2, 4 and 8, with and without its sign. */
  const smallOrder = [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ].flatMap((y) => {
    const signed = Buffer.from(y, 'hex');
    signed.writeUInt8(signed.readUInt8(31) | 0x80, 31);
    return [Buffer.from(y, 'hex'), signed].map((point) => point.toString('base64url'));
  });
  const rsa = (bits: number) => ({ kty: 'RSA', e: 'AQAB', n: Buffer.alloc(bits / 8, 255).toString('base64url') });

  it.each([
    [{ keys: [{ ...ec, d: 'secret' }] }, 'jwkPrivate'],
    [{ keys: [ec, { ...rsa(2048), p: 'x' }] }, 'jwkPrivate'],
    [{ keys: [{ kty: 'oct', k: 'secret' }] }, 'jwkPrivate'],
    [{ keys: [rsa(512)] }, 'jwkSize'],
    [{ keys: [rsa(1024)] }, 'jwkSize'],
    [{ keys: [rsa(16_384)] }, 'jwkSize'],
    [{ keys: [{ ...rsa(2048), n: Buffer.alloc(256, 254).toString('base64url') }] }, 'jwkForm'],
    [{ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x' }] }, 'jwkForm'],
    [{ keys: [{ ...rsa(2048), alg: 'RS256' }] }, 'jwkAlg'],
    [{ keys: [{ ...ec, crv: 'P-384' }] }, 'jwkAlg'],
    [{ keys: [{ ...ec, crv: 'secp256k1' }] }, 'jwkAlg'],
    [{ keys: [{ ...ec, use: 'enc' }] }, 'jwkAlg'],
    [{ keys: [{ kty: 'OKP', crv: 'X25519', x: 'x' }] }, 'jwkAlg'],
    [{ keys: Array.from({ length: 100 }, () => ec) }, 'jwkMany'],
    [{ keys: [] }, 'jwkForm'],
    [{ keys: [7] }, 'jwkForm'],
    [{ keys: 'x' }, 'jwkForm'],
    [ec, 'jwkForm'],
    [null, 'jwkForm'],
    ['x', 'jwkForm'],
  ])('are refused as they are: %j', (set, rule) => {
    expect(brokenKeyRule(set)).toBe(rule);
  });

  it('are refused with an exponent that is small, even or long, and as a point of a small order', () => {
    const exponents = ['AQ', 'Ag', 'Aw', 'AQAA', 'AAAB', Buffer.alloc(256, 255).toString('base64url'), ''];
    const sets = [...exponents.map((e) => ({ ...rsa(2048), e })), ...smallOrder.map((x) => ({ kty: 'OKP', crv: 'Ed25519', x }))];
    for (const key of sets) expect([key, brokenKeyRule({ keys: [key] })]).toEqual([key, 'jwkForm']);
    const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    expect([brokenKeyRule({ keys: [rsa(2048)] }), brokenKeyRule({ keys: [{ kty: 'OKP', crv: 'Ed25519', x }] })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('are refused at registration as well, and beside an address', async () => {
    const found = await app.wiring.core.apps.clients.find(party.clientId);
    if (found === undefined) throw new Error('no such client');
    expect(() => checkClient(found)).not.toThrow();
    expect(() => checkClient({ ...found, jwks: { keys: [{ ...ec, d: 'x' }] } })).toThrow('jwkPrivate');
    expect(() => checkClient({ ...found, jwksUri: 'https://app.example.com/jwks' })).toThrow('not both');
    expect(() => checkClient({ ...found, kind: 'native' })).toThrow('keep one');
  });
});

describe('the address of the keys of an app', () => {
  let server: Server;
  let body: string;
  let hits = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      hits += 1;
      response.setHeader('content-type', 'application/json').end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close().closeAllConnections());

  async function keyedByAddress(): Promise<KeyedParty> {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const keyed = await newKeyedParty(app, { jwks: null, jwksUri: `http://127.0.0.1:${port}/jwks` });
    body = JSON.stringify({ keys: [keyed.publicJwk] });
    return keyed;
  }
  const askAs = async (keyed: KeyedParty) => ask(await assertionOf(keyed, good()));

  it('is read for an app of the operator, also inside the house, and not again at once', async () => {
    const keyed = await keyedByAddress();
    const before = hits;
    expect([await askAs(keyed), await askAs(keyed)]).toEqual([200, 200]);
    expect(hits).toBe(before + 1);
  });

  it('is not read inside the house for an app of somebody else', async () => {
    const keyed = await keyedByAddress();
    await app.db.q().updateTable('openid_clients').set({ owner_id: 'somebody' }).where('id', '=', keyed.clientId).execute();
    const before = hits;
    expect(await askAs(keyed)).toBeGreaterThanOrEqual(400);
    expect(hits).toBe(before);
  });

  it.each([
    ['with a private part', (keyed: KeyedParty) => JSON.stringify({ keys: [{ ...keyed.publicJwk, d: 'x' }] })],
    ['that is too long', (keyed: KeyedParty) => JSON.stringify({ keys: [keyed.publicJwk], more: 'x'.repeat(40_000) })],
    ['that is no JSON', () => 'nothing'],
    ['without keys', () => '{"keys":[]}'],
  ])('gives no key %s', async (_what, content) => {
    const keyed = await keyedByAddress();
    body = content(keyed);
    expect(await askAs(keyed)).toBeGreaterThanOrEqual(400);
  });
});

it('a client assertion of the library is taken as it comes, with its default settings', async () => {
  expect(await client.tokenIntrospection(party.config, 'unknown')).toEqual({ active: false });
});
