// @one-database
/** Runs the examples as they are shown, against a listening server. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runResources } from '#server/admin/apps/resources.ts';
import { freePort } from '#server/testing/server/free-port.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, consent, newRelyingParty, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';

const root = join(import.meta.dirname, '../../../..');
const resource = 'https://notes.example.com/';
const running: ChildProcess[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
  const scopes = ['--scope', 'read|zh=读取您的笔记|en=Read your notes', '--scope', 'write|zh=修改您的笔记|en=Change your notes'];
  await runResources({ db: app.db, keyring: app.wiring.keyring, clock: app.clock }, ['resources', 'add', resource, ...scopes]);
});

afterAll(async () => {
  for (const child of running) child.kill();
  await app.close();
});

/** Starts an example; resolves when it says that it listens. */
async function start(path: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env['PATH'], ISSUER: app.config.publicUrl, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const printed: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  await once(child.stdout, 'data');
  return {
    async says(pattern: RegExp): Promise<string> {
      while (!pattern.test(printed.join(''))) await once(child.stdout, 'data');
      return printed.join('');
    },
  };
}

async function tokenFor(party: TestRelyingParty, person: Person, scope: string, options: object = {}) {
  const begun = await begin(party, { scope, resource });
  let stop = await open(app, person.browser, begun.url);
  if (stop.url.pathname === '/consent') {
    const uid = stop.url.searchParams.get('interaction') ?? '';
    const apis = ['read', 'write'].map((name) => `${resource}#${name}`);
    const answer = await person.browser.post<{ continue: string }>(`/openid/interaction/${uid}/allow`, { scopes: ['openid'], apis });
    stop = await open(app, person.browser, answer.data.continue);
  }
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
  return client.authorizationCodeGrant(party.config, stop.url, checks, { resource }, options);
}

it('the API takes only tokens for it, with a proof where they are bound, and asks for a fresh or a stronger sign-in', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await start('examples/api/api.ts', { PORT: String(port), RESOURCE: resource });
  const person = await signUp(app);
  const party = await newRelyingParty(app, { resources: [`${resource}#read`, `${resource}#write`] });
  const ask = async (method: string, headers: Readonly<Record<string, string>>) => fetch(`${origin}/notes`, { method, headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  const { access_token: token } = await tokenFor(party, person, 'openid read');
  const answer = await ask('GET', bearer(token));
  expect([answer.status, await answer.json()]).toEqual([200, { notes: [expect.stringContaining('A note of ')] }]);
  expect((await ask('GET', {})).status).toBe(401);
  expect((await ask('GET', bearer((await signInTo(app, person.browser, { party })).id_token ?? ''))).status).toBe(401);
  expect((await ask('DELETE', bearer(token))).status).toBe(403);

  const { access_token: strong } = await tokenFor(party, person, 'openid read write');
  expect((await ask('DELETE', bearer(strong))).status).toBe(204);
  const now = app.clock.now();
  app.clock.set(now - 3_600_000);
  const longAgo = await signUp(app);
  app.clock.set(now);
  const { access_token: stale } = await tokenFor(party, longAgo, 'openid read write');
  const refused = await ask('DELETE', bearer(stale));
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age="300"');

  const weak = await ask('PUT', bearer(strong));
  expect([weak.status, weak.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="insufficient_user_authentication", acr_values="2"',
  ]);
  app.clock.set(now - 120_000);
  const careful = await signUp(app);
  const { authenticator } = await switchTwoStepOn(app, careful);
  const first = await careful.browser.post<{ ticket: string }>('/login/password', { account: careful.contact, password: careful.password });
  await careful.browser.post('/login/second', { ticket: first.data.ticket, method: 'totp', code: authenticator.next() });
  app.clock.set(now);
  const { access_token: twofold } = await tokenFor(party, careful, 'openid read write');
  expect((await ask('PUT', bearer(twofold))).status).toBe(204);

  const DPoP = client.getDPoPHandle(party.config, await client.randomDPoPKeyPair('ES256'));
  const { access_token: bound } = await tokenFor(party, person, 'openid read', { DPoP });
  const read = (options: object) =>
    client
      .fetchProtectedResource(party.config, bound, new URL('/notes', origin), 'GET', undefined, undefined, options)
      .then(({ status }) => status)
      .catch((error: { status: number }) => error.status);
  expect(await read({ DPoP })).toBe(200);
  expect(await read({})).toBe(401);
  expect(await read({ DPoP: client.getDPoPHandle(party.config, await client.randomDPoPKeyPair('ES256')) })).toBe(401);
});

it('the receiver of signals acts on an event of its app, once', async () => {
  const port = await freePort();
  const party = await newRelyingParty(app, { resources: ['ssf.manage'] });
  const authorization = 'Bearer of-the-receiver';
  const example = await start('examples/signals/signals.ts', {
    PORT: String(port),
    CLIENT_ID: party.clientId,
    AUTHORIZATION: authorization,
  });
  const { access_token: token } = await client.clientCredentialsGrant(party.config, { scope: 'ssf.manage' });
  const delivery = { method: 'urn:ietf:rfc:8935', endpoint_url: `http://127.0.0.1:${port}/events`, authorization_header: authorization };
  const made = await fetch(new URL('/oidc/ssf/streams', app.config.publicUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ delivery }),
  });
  expect(made.status).toBe(201);
  await app.wiring.signals.delivery.drain();
  const person = await signUp(app);
  await signInTo(app, person.browser, { party });
  await person.browser.post('/logout', {});
  await app.wiring.signals.delivery.drain();
  expect(await example.says(/^session-revoked .*$/m)).toMatch(/^verification /m);
  const asked = async (headers: Readonly<Record<string, string>>, body: string) =>
    (await fetch(`http://127.0.0.1:${port}/events`, { method: 'POST', headers, body })).status;
  expect(await asked({}, 'x')).toBe(401);
  expect(await asked({ authorization }, 'x')).toBe(400);
  const { id_token = '' } = await signInTo(app, (await signUp(app)).browser, { party });
  expect(await asked({ authorization }, id_token)).toBe(400);
});

it('the desktop app takes the answer at its own port, with tokens that are bound to its key', async () => {
  const party = await newRelyingParty(app, { kind: 'native', redirectUris: ['http://127.0.0.1/callback'], dpop: true });
  const person = await signUp(app);
  const example = await start('examples/native/native.ts', { CLIENT_ID: party.clientId, BROWSER: '' });
  const printed = await example.says(/http\S+$/m);
  const url = new URL(/http\S+$/m.exec(printed)?.[0] ?? '');
  const redirectUri = url.searchParams.get('redirect_uri') ?? '';
  expect((await fetch(new URL('/elsewhere', redirectUri))).status).toBe(404);
  let stop = await open(app, person.browser, url);
  if (stop.url.pathname === '/consent') stop = await consent(app, person.browser, stop, ['openid', 'profile']);
  expect((await fetch(stop.url)).status).toBe(200);
  expect(await example.says(/^Signed in as .*$/m)).toContain(`Signed in as ${person.account.nickname}\n`);
});
