import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { second } from '#server/platform/clock.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { authorize, connectRelyingParty, exchange, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { fetchFrom, newTestBrowser, type TestBrowser } from '#server/testing/server/test-browser.ts';
import { isWhole } from '#contract/fixtures/short-form.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

/**
 * One site with two instances. Requests alternate, so that no request meets the instance that answered the previous one.
 */
interface Balanced {
  readonly config: { readonly publicUrl: string };
  readonly servers: readonly ServerProcess[];
  /** Kills every instance and starts the same number on the same data. */
  restart(): Promise<void>;
  /** The origin for the next request. */
  next(): string;
}

let database: TestDatabase;
let site: Balanced;
/** An app with a secret, and one without. */
let party: TestRelyingParty;
let publicParty: TestRelyingParty;
let browser: TestBrowser;
let password: string;
const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

beforeAll(async () => {
  database = await openTestDatabase();
  // Instances share their secret, here through the folder.
  const { dataDir, databaseUrl } = database;
  const shared = { RATE_FACTOR: '100', DATABASE_URL: databaseUrl ?? '' };
  const first = await startServerProcess({ dataDir, env: shared });
  const servers = [first, await startServerProcess({ dataDir, env: { ...shared, PUBLIC_URL: first.origin } })];
  let turn = 0;
  const next = (): string => servers[(turn += 1) % servers.length]?.origin ?? first.origin;
  const env = { ...shared, PUBLIC_URL: first.origin };
  const restart = async (): Promise<void> => {
    const count = servers.length;
    await Promise.all(servers.splice(0).map((server) => server.kill()));
    while (servers.length < count) servers.push(await startServerProcess({ dataDir, env }));
  };
  site = { config: { publicUrl: first.origin }, servers, restart, next };
  const connect = async (clientId: string, redirectUri: string, kind: 'web' | 'native') => {
    const words = ['--id', clientId, '--redirect', redirectUri, '--kind', kind, '--device'];
    const printed = await addClient({ ...shared, DATA_DIR: dataDir }, ...words);
    const registered = { clientId, redirectUri, secret: kind === 'web' ? printed : undefined };
    return connectRelyingParty(first.origin, registered, async (address, options) => {
      const { pathname, search } = new URL(address);
      const send = () => fetch(`${next()}${pathname}${search}`, { ...options, body: options.body ?? null });
      // An app tries again what a busy database could not answer.
      const answer = await send();
      return answer.status === 503 ? send() : answer;
    });
  };
  party = await connect('notes', 'https://app.example.com/callback', 'web');
  publicParty = await connect('pocket.notes', 'com.example.notes:/callback', 'native');
  ({ browser, password } = await signedIn());
}, 60_000);

afterAll(async () => {
  await Promise.all(site.servers.map((server) => server.stop()));
  await database.close();
});

/** Like the operator, beside the running servers. Returns the printed text: for an app with a secret only the secret. */
async function addClient(env: Readonly<Record<string, string>>, ...ofApp: readonly string[]): Promise<string> {
  const words = [...ofApp, '--name-en', 'Notes', '--name-zh', '笔记'];
  const scopes = ['openid', 'profile', 'offline_access'].flatMap((scope) => ['--scope', scope]);
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'add', ...words, ...scopes], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...quickStart, NODE_ENV: 'test', ...env },
  });
  return stdout.trim();
}

/** A signed-in browser whose requests alternate between the instances. */
async function signedIn(): Promise<{ readonly browser: TestBrowser; readonly password: string }> {
  const { publicUrl } = site.config;
  const registering = connectHttp(publicUrl);
  const person = await registering.register();
  const balanced = newTestBrowser({ send: (request) => fetchFrom(site.next())(request), origin: publicUrl });
  for (const [name, value] of registering.cookies) balanced.cookies.set(name, value);
  return { browser: balanced, password: person.password };
}

const refresh = async (token: string | undefined, { config } = publicParty) => client.refreshTokenGrant(config, token ?? '');
const infoOf = async (token: string) => client.fetchUserInfo(party.config, token, client.skipSubjectCheck);
const invalidGrant = { error: 'invalid_grant' };

it('exchanges and refreshes tokens of another instance, and detects their reuse there', { timeout: 60_000 }, async () => {
  for (const app of [party, publicParty]) {
    const answered = await authorize(site, browser, { party: app, params: offline });
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => exchange(app, answered)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }

  const first = await offlineSignIn();
  let newest = first;
  // Requests alternate; the extra request for the claims keeps refreshes from always meeting the same instance.
  for (let turn = 0; turn < 7; turn += 1) {
    newest = await refreshed(newest.refresh_token);
    if (turn % 2 === 0) expect(await infoOf(newest.access_token)).toHaveProperty('nickname');
  }
  // Tabs that ask at once hold one token: each continues.
  const tabs = await Promise.all(Array.from({ length: 6 }, async () => refreshed(newest.refresh_token)));
  expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1);
  for (const { access_token } of tabs) expect(await infoOf(access_token)).toHaveProperty('nickname');

  const other = await offlineSignIn();
  const later = await refreshed(other.refresh_token);
  await endForgiveness();
  await expect(refresh(other.refresh_token)).rejects.toMatchObject(invalidGrant);
  await expect(refresh(later.refresh_token)).rejects.toMatchObject(invalidGrant);
  await expect(infoOf(later.access_token)).rejects.toMatchObject({ status: 401 });
});

it('keeps the refresh token of an app with a secret at every instance, until it is revoked', { timeout: 60_000 }, async () => {
  const first = await signInTo(site, browser, { party, params: offline });
  const again = async () => refresh(first.refresh_token, party);
  const race = await Promise.all(Array.from({ length: 6 }, again));
  expect(race.filter(({ refresh_token: given = first.refresh_token }) => given !== first.refresh_token)).toEqual([]);
  await endForgiveness();
  const { access_token } = await again();
  expect(await infoOf(access_token)).toHaveProperty('nickname');
  await client.tokenRevocation(party.config, first.refresh_token ?? '');
  for (const _ of [1, 2, 3, 4]) await expect(again()).rejects.toMatchObject(invalidGrant);
  await expect(infoOf(access_token)).rejects.toMatchObject({ status: 401 });
});

/** Lets the ten seconds pass in which a replaced refresh token may come again. */
async function endForgiveness(): Promise<void> {
  await sql`update openid_records set consumed_at = consumed_at - ${10 * second} where consumed_at is not null`.execute(database.db.q());
}

async function refreshed(token: string | undefined) {
  const tokens = await refresh(token);
  expect(tokens.refresh_token).not.toBe(token);
  return tokens;
}

it('refuses at every instance all requests with the tokens of a removed device and a canceled app', { timeout: 60_000 }, async () => {
  const asked = await client.initiateDeviceAuthorization(party.config, { scope: 'openid profile', device_name: 'Laptop' });
  // The device is in its own network.
  const far = { method: 'password', password, action: 'allowFarDevice', target: asked.user_code };
  expect(await browser.post('/account/auth', far)).toMatchObject({ code: 200 });
  const allowed = await browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] });
  expect(allowed).toMatchObject({ code: 200 });
  const ofDevice = await client.genericGrantRequest(party.config, 'urn:ietf:params:oauth:grant-type:device_code', {
    device_code: asked.device_code,
  });
  const ofApp = await signInTo(site, browser, { party, params: offline });
  for (const { access_token } of [ofDevice, ofApp]) for (const _ of site.servers) expect(await infoOf(access_token)).toHaveProperty('sub');

  const { data: devices } = await browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list');
  const id = devices.find(({ kind }) => kind === 'device')?.id;
  expect(await browser.post('/account/auth', { method: 'password', password, action: 'endOthers' })).toMatchObject({ code: 200 });
  expect(await browser.delete('/device/unBind', { id })).toMatchObject({ code: 200 });
  const times = isWhole ? 500 : 60;
  expect(await outcomes(ofDevice, times)).toEqual({ refused: times });
  // The app still works where it was not removed.
  expect(await infoOf(ofApp.access_token)).toHaveProperty('sub');

  expect(await browser.post('/oauthclient/cancel', { clientID: party.clientId })).toMatchObject({ code: 200 });
  expect(await outcomes(ofApp, times)).toEqual({ refused: times });
});

/** Uses both tokens in every way, this many times in total, alternating between instances. Counts each outcome. */
async function outcomes(tokens: { readonly access_token: string; readonly refresh_token?: string }, times: number) {
  const counts: Record<string, number> = {};
  let left = times;
  const lane = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const outcome = await attempt(tokens, left);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return counts;
}

async function attempt({ access_token, refresh_token = '' }: Parameters<typeof outcomes>[0], turn: number): Promise<string> {
  // Two of each kind in a row, so that both instances get every kind.
  const way = Math.floor(turn / 2) % 3;
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${party.clientId}:${party.secret}`)}` },
    body: new URLSearchParams(fields),
  });
  if (way === 0) {
    const answer = await fetch(`${site.next()}/oidc/me`, { headers: { authorization: `Bearer ${access_token}` } });
    return `${answer.status} ${await answer.text()}`.startsWith('401 {"error":"invalid_token"') ? 'refused' : `userinfo ${answer.status}`;
  }
  if (way === 1) {
    const answer = await fetch(`${site.next()}/oidc/token`, form({ grant_type: 'refresh_token', refresh_token }));
    return `${answer.status} ${await answer.text()}`.startsWith('400 {"error":"invalid_grant"') ? 'refused' : `refresh ${answer.status}`;
  }
  const answer = await fetch(`${site.next()}/oidc/token/introspection`, form({ token: access_token }));
  const text = `${answer.status} ${await answer.text()}`;
  return text === '200 {"active":false}' ? 'refused' : `introspection ${text.slice(0, 60)}`;
}

it('refuses after a crash the tokens that were revoked, replaced or signed out before it', { timeout: 60_000 }, async () => {
  const [revoked, replayed, kept] = [await offlineSignIn(), await offlineSignIn(), await offlineSignIn()];
  await client.tokenRevocation(publicParty.config, revoked.refresh_token ?? '');
  const newest = await refreshed(replayed.refresh_token);
  await endForgiveness();
  await expect(refresh(replayed.refresh_token)).rejects.toMatchObject(invalidGrant);
  const { browser: other } = await signedIn();
  const sid = other.cookies.get('sid') ?? '';
  expect(await other.post('/logout', {})).toMatchObject({ code: 200 });

  await site.restart();

  for (const token of [revoked.refresh_token, replayed.refresh_token, newest.refresh_token])
    await expect(refresh(token)).rejects.toMatchObject(invalidGrant);
  for (const { access_token } of [revoked, newest]) await expect(infoOf(access_token)).rejects.toMatchObject({ status: 401 });
  other.cookies.set('sid', sid);
  expect(await other.get('/account/metainfo')).toMatchObject({ status: 401 });
  // Tokens that nobody ended still work.
  expect(await infoOf((await refreshed(kept.refresh_token)).access_token)).toHaveProperty('nickname');
  expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
});

async function offlineSignIn() {
  return signInTo(site, browser, { party: publicParty, params: offline });
}
