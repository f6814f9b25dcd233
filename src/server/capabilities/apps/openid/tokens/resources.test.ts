import { createRemoteJWKSet, jwtVerify, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminError } from '#server/admin/admin-command.ts';
import { runResources } from '#server/admin/apps/resources.ts';
import { grantWord } from '#server/core/apps/clients/resource.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { authorize, begin, exchange, newRelyingParty, open, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let person: Person;
const notes = 'https://notes.example.com/';
const photos = 'https://photos.example.com/v1';
const files = 'https://files.example.com/';
const all = [notes, photos, files] as const;
const words = all.map((id) => grantWord(id, 'read'));

beforeAll(async () => {
  app = await buildListeningApp();
  person = await signUp(app);
  const scopes = ['--scope', 'read|zh=读取您的内容|en=Read your content', '--scope', 'write|zh=修改您的内容|en=Change your content'];
  await admin('add', notes, ...scopes);
  await admin('add', photos, ...scopes, '--token-seconds', '60');
  const { clientId } = await newRelyingParty(app, { id: 'files-api' });
  await admin('add', files, ...scopes, '--format', 'opaque', '--introspector', clientId);
});

afterAll(async () => {
  await app.close();
});

const admin = (...args: readonly string[]) =>
  runResources({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['resources', ...args]);
const granted = async (changes = {}) => newRelyingParty(app, { resources: words, ...changes });

/** Signs in with the consent to these lines, and asks for a token for one resource. */
async function tokenFor(party: TestRelyingParty, resource: string, scope = 'openid read') {
  const params = { scope, resource };
  const begun = await begin(party, params);
  let stop = await open(app, person.browser, begun.url);
  if (stop.url.pathname === '/consent') stop = await allow(stop.url, [grantWord(resource, 'read')]);
  const answer = { ...begun, callback: stop.url };
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
  return client.authorizationCodeGrant(party.config, answer.callback, checks, { resource });
}

async function allow(page: URL, apis: readonly string[]) {
  const uid = page.searchParams.get('interaction') ?? '';
  const answer = await person.browser.post<{ continue: string }>(`/openid/interaction/${uid}/allow`, {
    scopes: ['openid', 'profile'],
    apis,
  });
  expect(answer).toMatchObject({ code: 200 });
  return open(app, person.browser, answer.data.continue);
}

/** An API that checks tokens itself (RFC 9068 section 4). */
async function accepts(resource: string, token: string): Promise<boolean> {
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
  const rules = { issuer: app.config.publicUrl, audience: resource, typ: 'at+jwt' };
  return jwtVerify(token, keys, rules).then(
    () => true,
    () => false,
  );
}

async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'good';
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error;
    if (error instanceof client.AuthorizationResponseError) return error.error;
    throw error;
  }
}

describe('a token for an API', () => {
  it('is a JWT for exactly that API, with the moment and strength of the sign-in, for five minutes at most', async () => {
    const party = await granted();
    const tokens = await tokenFor(party, notes);
    expect(tokens.expires_in).toBe(300);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ typ: 'at+jwt' });
    const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
    const { payload } = await jwtVerify(tokens.access_token, keys, { issuer: app.config.publicUrl, audience: notes, typ: 'at+jwt' });
    expect(payload).toMatchObject({ aud: notes, scope: 'read', client_id: party.clientId, sub: tokens.claims()?.sub });
    expect(payload['auth_time']).toBeTypeOf('number');
    expect((await tokenFor(await granted(), photos)).expires_in).toBe(60);
  });

  it.each([false, true])(
    'comes with an ID token that names the person and has their claims, with idTokenClaims %s',
    async (idTokenClaims) => {
      const tokens = await tokenFor(await granted({ idTokenClaims }), notes, 'openid profile read');
      expect(tokens.claims()).toMatchObject({ sub: expect.any(String), name: expect.any(String) });
    },
  );

  it('is accepted by oauth4webapi as RFC 9068 demands', async () => {
    const tokens = await tokenFor(await granted(), notes);
    const as = await oauth
      .discoveryRequest(new URL(app.config.publicUrl), { [oauth.allowInsecureRequests]: true })
      .then((answer) => oauth.processDiscoveryResponse(new URL(app.config.publicUrl), answer));
    const request = new Request(notes, { headers: { authorization: `Bearer ${tokens.access_token}` } });
    const check = (audience: string) => oauth.validateJwtAccessToken(as, request, audience, { [oauth.allowInsecureRequests]: true });
    expect(await check(notes)).toMatchObject({ aud: notes });
    await expect(check(photos)).rejects.toThrow('unexpected JWT "aud"');
  });

  it('is worth nothing at any other API, nor here', async () => {
    const party = await granted();
    const tokens = {
      [notes]: await tokenFor(party, notes),
      [photos]: await tokenFor(party, photos),
      [files]: await tokenFor(party, files),
    };
    const introspector = await fileServer();
    for (const meant of all) {
      const token = tokens[meant]?.access_token ?? '';
      for (const other of [notes, photos]) expect(await accepts(other, token)).toBe(other === meant);
      const answer = await client.tokenIntrospection(introspector, token).catch(() => ({ active: false }));
      expect(answer.active).toBe(meant === files);
      const here = await client
        .fetchUserInfo(party.config, token, client.skipSubjectCheck)
        .catch((error: { status: number }) => error.status);
      expect([401, 403]).toContain(here);
      const system = await person.browser.post('/account/ticket', {}, { authorization: `Bearer ${token}` });
      expect(system).toMatchObject({ status: 401 });
    }
  });

  /** The API whose tokens are opaque. */
  async function fileServer(): Promise<client.Configuration> {
    const secret = await freshSecret('files-api');
    return client.discovery(new URL(app.config.publicUrl), 'files-api', {}, client.ClientSecretBasic(secret), {
      execute: [client.allowInsecureRequests],
    });
  }

  async function freshSecret(id: string): Promise<string> {
    const secret = client.randomState();
    const at = app.clock.now();
    await app.wiring.core.apps.clients.replaceSecret({ id, secret, at, othersEndAt: at });
    return secret;
  }

  it('that is opaque is explained only to its API, and dies in the same second as the consent', async () => {
    const party = await granted();
    const { access_token: token } = await tokenFor(party, files);
    const api = await fileServer();
    expect(await client.tokenIntrospection(api, token)).toMatchObject({
      active: true,
      aud: files,
      scope: 'read',
      auth_time: expect.any(Number),
    });
    const another = await newRelyingParty(app, {});
    expect(await client.tokenIntrospection(another.config, token)).toEqual({ active: false });
    await person.browser.post('/oauthclient/cancel', { clientID: party.clientId });
    expect(await client.tokenIntrospection(api, token)).toEqual({ active: false });
  });

  it.each([
    ['that the app was not granted', { resource: photos }, [grantWord(notes, 'read')]],
    ['that does not exist', { resource: 'https://nowhere.example.com/' }, words],
    ['that is no address', { resource: 'notes' }, words],
    ['with a fragment', { resource: `${notes}#x` }, words],
    ['of ours', { resource: 'http://localhost/oidc/ssf' }, words],
  ])('is refused for an API %s', async (_what, params, resources) => {
    const party = await newRelyingParty(app, { resources });
    const { callback } = await authorize(app, person.browser, { party, params: { scope: 'openid read', ...params } });
    expect(callback.searchParams.get('error')).toBe('invalid_target');
  });

  it('for several APIs is for the one that the exchange names, and for none of another', async () => {
    const party = await granted();
    const begun = await begin(party, { scope: 'openid read' });
    begun.url.searchParams.append('resource', notes);
    begun.url.searchParams.append('resource', photos);
    let stop = await open(app, person.browser, begun.url);
    stop = await allow(stop.url, words.slice(0, 2));
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
    const exchangeFor = (resource: string) => client.authorizationCodeGrant(party.config, stop.url, checks, { resource });
    expect(await errorOf(exchangeFor(files))).toBe('invalid_target');
  });
});

describe('the consent to an API', () => {
  it('is asked in the words of the API, line by line, kept, shown, and taken back', async () => {
    const party = await granted({ resources: [...words, grantWord(notes, 'write')] });
    const begun = await begin(party, { scope: 'openid read write', resource: notes });
    const stop = await open(app, person.browser, begun.url);
    const uid = stop.url.searchParams.get('interaction');
    expect(await person.browser.get(`/openid/interaction/${uid}`)).toMatchObject({
      data: {
        apis: [
          { name: grantWord(notes, 'read'), text: { en_US: 'Read your content', zh_CN: '读取您的内容' }, allowed: false },
          { name: grantWord(notes, 'write'), text: { en_US: 'Change your content' } },
        ],
      },
    });
    // The second line is left out, and one that was never asked is ignored.
    const back = await allow(stop.url, [grantWord(notes, 'read'), grantWord(files, 'read')]);
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
    const tokens = await client.authorizationCodeGrant(party.config, back.url, checks, { resource: notes });
    expect(tokens.scope).toBe('read');
    const shown = async () => (await person.browser.get<{ apis: object[] }[]>(`/oauthclient/${party.clientId}`)).data[0]?.apis;
    expect(await shown()).toEqual([{ name: grantWord(notes, 'read'), title: '读取您的内容' }]);
    expect((await open(app, person.browser, (await begin(party, { scope: 'openid read', resource: notes })).url)).url.pathname).toBe(
      '/callback',
    );
    await person.browser.post('/oauthclient/cancel', { clientID: party.clientId, api: grantWord(notes, 'read') });
    expect(await shown()).toEqual([]);
    expect((await open(app, person.browser, (await begin(party, { scope: 'openid read', resource: notes })).url)).url.pathname).toBe(
      '/consent',
    );
  });

  it('is not asked for an app of the operator, and is recorded and shown like any other', async () => {
    const party = await granted({ firstParty: true });
    const params = { scope: 'openid profile read', resource: notes };
    const answer = await authorize(app, person.browser, { party, params });
    expect(answer.callback.searchParams.get('code')).not.toBeNull();
    expect(await exchange(party, answer)).toHaveProperty('id_token');
    const list = await person.browser.get<{ clientID: string }[]>('/oauthclient/list');
    expect(list.data.find(({ clientID }) => clientID === party.clientId)).toMatchObject({ apis: [{ name: grantWord(notes, 'read') }] });
    const wider = await authorize(app, person.browser, { party, params: { scope: 'openid profile email read', resource: photos } });
    expect(wider.callback.searchParams.get('code')).not.toBeNull();
    const trail = await app.db.q().selectFrom('audit').select('detail').where('event', '=', 'app.allowed').execute();
    expect(trail.filter(({ detail }) => detail.includes(party.clientId) && detail.includes('"by":"operator"'))).toHaveLength(2);
  });
});

describe('an app that asks in its own name', () => {
  const ask = (party: TestRelyingParty, params: Record<string, string>) => client.clientCredentialsGrant(party.config, params);

  it('gets a token for what it was granted, without a person in it', async () => {
    const party = await granted();
    const tokens = await ask(party, { scope: 'read', resource: notes });
    const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
    const { payload } = await jwtVerify(tokens.access_token, keys, { audience: notes, typ: 'at+jwt' });
    expect(payload).toMatchObject({ sub: party.clientId, client_id: party.clientId, scope: 'read' });
    expect(payload).not.toHaveProperty('auth_time');
    expect(tokens.refresh_token).toBeUndefined();
  });

  it.each([
    [{ scope: 'ssf.read' }, 'invalid_target'],
    [{ scope: 'read', resource: 'https://nowhere.example.com/' }, 'invalid_target'],
  ])('is refused %j', async (params, error) => {
    expect(await errorOf(ask(await granted(), params))).toBe(error);
  });

  it('may leave the resource out where it was granted only one (RFC 8707 2)', async () => {
    expect(await ask(await granted({ resources: [grantWord(notes, 'read')] }), { scope: 'read' })).toMatchObject({
      scope: 'read',
      token_type: 'bearer',
    });
    expect(await errorOf(ask(await newRelyingParty(app, { resources: ['ssf.read'] }), { scope: 'read' }))).toBe('invalid_target');
  });

  it('is refused without anything granted, and without a secret', async () => {
    expect(await errorOf(ask(await newRelyingParty(app), { scope: 'read', resource: notes }))).toBe('unauthorized_client');
    expect(await errorOf(ask(await granted({ kind: 'native' }), { scope: 'read', resource: notes }))).toBe('unauthorized_client');
  });

  it('gets scopes for signals only if they were granted', async () => {
    const party = await newRelyingParty(app, { resources: ['ssf.read'] });
    expect(await ask(party, { scope: 'ssf.read' })).toMatchObject({ scope: 'ssf.read', expires_in: 600 });
    expect((await ask(party, { scope: 'ssf.read ssf.manage' })).scope).toBe('ssf.read');
  });
});

describe('resources', () => {
  it('are listed and removed by the operator, and refused when they are wrong', async () => {
    const scope = ['--scope', 'x|zh=甲|en=X'];
    await admin('add', 'https://temporary.example.com/', ...scope);
    expect(await admin('list')).toContain('https://temporary.example.com/\tjwt\t300 s\tx');
    await expect(admin('add', 'https://temporary.example.com/', ...scope)).rejects.toThrow('already');
    await admin('remove', 'https://temporary.example.com/');
    expect(await admin('list')).not.toContain('temporary');
    await expect(admin('remove', 'https://temporary.example.com/')).rejects.toThrow('no resource');
    const wrong = [
      ['http://plain.example.com/', ...scope],
      ['https://a.example.com/#x', ...scope],
      ['https://user@a.example.com/', ...scope],
      ['https://a.example.com', ...scope],
      ['https://a.example.com/', ...scope, '--token-seconds', '301'],
      ['https://a.example.com/', ...scope, '--token-seconds', '59'],
      ['https://a.example.com/', ...scope, '--format', 'saml'],
      ['https://a.example.com/', ...scope, '--introspector', 'nobody-at-all'],
      ['https://a.example.com/'],
      ['https://a.example.com/', '--scope', 'x|en=X'],
      ['https://a.example.com/', '--scope', 'openid|zh=甲|en=X'],
      ['https://a.example.com/', '--scope', 'ssf.read|zh=甲|en=X'],
      ['https://a.example.com/', '--scope', 'x y|zh=甲|en=X'],
      ['https://a.example.com/', '--scope', 'x|zh=甲|en=X|fr=X'],
    ];
    for (const args of wrong) await expect(admin('add', ...args)).rejects.toThrow(AdminError);
  });
});
