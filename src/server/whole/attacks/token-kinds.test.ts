// @one-database
/** Tokens that we sign: each is of one kind, for one audience, and names the person as one app knows them. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runResources } from '#server/admin/apps/resources.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, newRelyingParty, open, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

const resource = 'https://notes.example.com/';
let app: TestApp;
let receiver: Server;
const received: { readonly path: string; readonly body: string }[] = [];

beforeAll(async () => {
  app = await buildListeningApp();
  await runResources({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, [
    'resources',
    'add',
    resource,
    '--scope',
    'read|zh=读取|en=Read',
  ]);
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body });
      response.writeHead(200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

afterAll(async () => {
  receiver.close().closeAllConnections();
  await app.close();
});

function receiverUrl(path: string): string {
  const where = receiver.address();
  return `http://127.0.0.1:${typeof where === 'object' ? where?.port : 0}${path}`;
}

/** One token of each kind that one app gets about one person. */
async function tokensOf(party: TestRelyingParty, person: Person) {
  const { access_token: own } = await client.clientCredentialsGrant(party.config, { scope: 'ssf.manage' });
  await fetch(new URL('/oidc/ssf/streams', app.config.publicUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
    body: JSON.stringify({ delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: receiverUrl(`/events/${party.clientId}`) } }),
  });
  await app.wiring.signals.delivery.drain();
  const exchange = async (parameters: Readonly<Record<string, string>>) => {
    const begun = await begin(party, parameters);
    const { url } = await open(app, person.browser, begun.url);
    const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
    return client.authorizationCodeGrant(party.config, url, checks, { ...(parameters['resource'] && { resource }) });
  };
  const plain = await exchange({ scope: 'openid' });
  const info = await client.fetchUserInfo(party.config, plain.access_token, client.skipSubjectCheck);
  const introspected = await client.tokenIntrospection(party.config, plain.access_token);
  const forApi = await exchange({ scope: 'openid read', resource });
  await person.browser.post('/logout', {});
  await app.wiring.signals.delivery.drain();
  await app.wiring.openid.tellSessionEnds();
  const bodies = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body);
  return {
    id: plain.id_token ?? '',
    access: forApi.access_token,
    logout: new URLSearchParams(bodies(`/bye/${party.clientId}`)[0]).get('logout_token') ?? '',
    event: bodies(`/events/${party.clientId}`).at(-1) ?? '',
    told: [info.sub, introspected.sub],
  };
}

const ofParty = (changes: object) => {
  const id = `kinds-${JSON.stringify(changes).length}-${Math.trunc(performance.now())}`;
  const backchannelLogoutUri = receiverUrl(`/bye/${id}`);
  return newRelyingParty(app, {
    id,
    backchannelLogoutUri,
    firstParty: true,
    resources: [`${resource}#read`, 'ssf.manage', 'ssf.read'],
    ...changes,
  });
};

it.each(['public', 'pairwise'] as const)(
  'a %s id is the same in tokens, userinfo, introspection, sign-outs and signals',
  async (subject) => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const redirectUris = ['https://one.example.com/callback'];
    const first = await tokensOf(await ofParty({ subject, redirectUris }), person);
    const subjects = [
      ...[first.id, first.access, first.logout].map((token) => decodeJwt(token).sub),
      decodeJwt<{ sub_id: { user: { sub: string } } }>(first.event).sub_id.user.sub,
      ...first.told,
    ];
    expect(new Set(subjects).size, JSON.stringify(subjects)).toBe(1);
    expect(subjects[0] === accountId).toBe(subject === 'public');
  },
);

it('a token of one kind passes for no other, with us and with a library', async () => {
  const person = await signUp(app);
  const party = await ofParty({});
  const { id, access, logout, event } = await tokensOf(party, person);
  const tokens = { id, access, logout, event };
  expect(Object.values(tokens).map((token) => decodeProtectedHeader(token).typ)).toEqual([
    undefined,
    'at+jwt',
    'logout+jwt',
    'secevent+jwt',
  ]);
  expect(Object.values(tokens).map((token) => decodeJwt(token).aud)).toEqual([party.clientId, resource, party.clientId, party.clientId]);

  // A library that checks the type and the audience takes each only for its own kind.
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
  const wanted = { access: ['at+jwt', resource], logout: ['logout+jwt', party.clientId], event: ['secevent+jwt', party.clientId] } as const;
  for (const [kind, [typ, audience]] of Object.entries(wanted)) {
    const takes = async (token: string) =>
      jwtVerify(token, keys, { issuer: app.config.publicUrl, typ, audience }).then(
        () => true,
        () => false,
      );
    const taken = await Promise.all(Object.entries(tokens).map(async ([name, token]) => [name, await takes(token)] as const));
    expect(taken.filter(([, isTaken]) => isTaken)).toEqual([[kind, true]]);
  }
  // Tokens of one type differ by their claims: only an ID token has an end, a moment of sign-in and no events.
  expect([logout, event].map((token) => 'events' in decodeJwt(token))).toEqual([true, true]);
  expect(['nonce', 'exp'].map((claim) => claim in decodeJwt(event))).toEqual([false, false]);
  expect('nonce' in decodeJwt(logout)).toBe(false);

  for (const [kind, token] of Object.entries(tokens)) {
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(new URL('/oidc/me', app.config.publicUrl), bearer)).status, kind).toBe(401);
    expect((await fetch(new URL('/oidc/ssf/streams', app.config.publicUrl), bearer)).status, kind).toBe(401);
    if (kind === 'access') continue;
    const isActive = await client.tokenIntrospection(party.config, token).then(
      ({ active }) => active,
      () => false,
    );
    expect(isActive, kind).toBe(false);
  }

  // Only an ID token is a hint of who should be signed in.
  const again = app.newBrowser();
  const { contact: account, password } = person;
  expect(await again.post('/login/password', { account, password })).toMatchObject({ code: 200 });
  for (const [kind, token] of Object.entries(tokens)) {
    const { url } = await open(app, again, (await begin(party, { scope: 'openid', prompt: 'none', id_token_hint: token })).url);
    expect(url.searchParams.has('code'), kind).toBe(kind === 'id');
    const ended = await open(app, app.newBrowser(), client.buildEndSessionUrl(party.config, { id_token_hint: token }));
    expect(ended.status, kind).toBe(kind === 'id' ? 200 : 400);
  }
});
