import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as client from 'openid-client';
import pg from 'pg';
import { runUsers } from '#server/admin/people/users.ts';
import { day, systemClock } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { createKeyring, type Keyring } from '#server/platform/crypto/keyring.ts';
import { newCsrfToken, sessionBinding } from '#server/platform/http/sessions/csrf.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { authorize, connectRelyingParty, exchange, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import * as postgres from '#server/testing/server/postgres-global-setup.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { fetchFrom, freshIp, newTestBrowser, type TestBrowser } from '#server/testing/server/test-browser.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { loadEnvironment } from './load.ts';
import type { Finding, TortureOptions } from './round.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The ways to end a credential, and each one's share of the revocations. */
const shares = {
  'sign-out': 0.4,
  'unbound browser': 0.1,
  'password change': 0.2,
  lock: 0.2,
  'cancelled app': 0.05,
  'refresh token': 0.025,
  'access token': 0.025,
};
type Way = keyof typeof shares;

/** A revoked credential: `live` are uses that do not consume it, `spend` is one that would. */
interface Credential {
  readonly live: readonly (() => Promise<boolean>)[];
  readonly spend?: () => Promise<boolean>;
}

/** A person with an account, and their signed-in browsers. */
interface Owner {
  readonly accountId: string;
  readonly browser: TestBrowser;
  password: string;
}

const lanes = 8;
/** The longest permitted start: a busy machine is no broken promise. */
const startLimitMs = 120_000;
/** Sessions of one account that one change of its password, or one lock, ends together. */
const together = 25;
/** Authorizations of one app that end together: an access token and a refresh token each. */
const authorizations = 4;
const redirectUri = 'https://app.example.com/callback';
const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

/** Two instances on one PostgreSQL, and the counts about them. */
interface Rig {
  readonly database: TestDatabase;
  readonly keyring: Keyring;
  readonly environment: Readonly<Record<string, string>>;
  readonly servers: readonly [ServerProcess, ServerProcess];
  /** The same app, connected to one instance and to the other. */
  readonly parties: readonly [TestRelyingParty, TestRelyingParty];
  /** Idle owners: each does one thing at a time. */
  readonly idle: Owner[];
  readonly times: number[];
  readonly revoked: Record<Way, number>;
  laterUses: number;
  laterSuccesses: number;
  deadBefore: number;
}

/** Credentials are revoked at one of two instances, and used at both as soon as the revocation was acknowledged. */
export async function* revocation({ revocations }: TortureOptions): AsyncGenerator<Finding> {
  const product = await measure((rig) => revokeAll(rig, revocations));
  const control = await measure(async (rig) => {
    await forgetEnds(rig.database);
    await signOutMany(rig, 50);
  });
  yield {
    promise: 'PostgreSQL: every use of a credential after its acknowledged revocation fails, at every instance',
    seen: product.text,
    isKept: product.laterUses > 0 && product.laterSuccesses + product.deadBefore === 0,
    control: { seen: `the database forgets the end of a session: ${control.text}`, hasFailed: control.laterSuccesses > 0 },
  };
}

async function revokeAll(rig: Rig, count: number): Promise<void> {
  const of = (way: Way): number => Math.ceil(count * shares[way]);
  const works: readonly (() => Promise<void>)[] = [
    () => signOutMany(rig, of('sign-out')),
    () => unbindMany(rig, of('unbound browser')),
    () => revokeTokens(rig, 'refresh token', of('refresh token')),
    () => revokeTokens(rig, 'access token', of('access token')),
    () => cancelApps(rig, of('cancelled app')),
    () => endTogether(rig, 'password change', of('password change')),
    () => endTogether(rig, 'lock', of('lock')),
  ];
  for (const work of works) {
    await work();
    console.log(`  ${sum(rig.revoked)} of ${count} revoked`);
  }
}

function sum(revoked: Readonly<Record<Way, number>>): number {
  return Object.values(revoked).reduce((all, one) => all + one, 0);
}

function toText({ revoked, times, laterUses, laterSuccesses, deadBefore }: Rig, seconds: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN).toFixed(0);
  const ways = Object.entries(revoked).flatMap(([way, count]) => (count === 0 ? [] : [`${way} ${count}`]));
  return (
    `${sum(revoked)} in ${seconds.toFixed(0)} s (${ways.join(', ')}), ${deadBefore} dead before; ${laterSuccesses} of ${laterUses} later uses ` +
    `succeeded; acknowledged after p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
  );
}

/** Starts PostgreSQL and both servers, and stops them at the end. */
async function measure(work: (rig: Rig) => Promise<void>) {
  await postgres.setup();
  const database = await openPostgres();
  const servers: ServerProcess[] = [];
  try {
    const rig = await openRig(database, servers);
    const started = performance.now();
    await work(rig);
    return { text: toText(rig, (performance.now() - started) / 1000), ...rig };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    await postgres.teardown();
  }
}

/** Anything that later rounds use stays unchanged. */
async function openPostgres(): Promise<TestDatabase> {
  const before = process.env['TEST_DATABASE'];
  process.env['TEST_DATABASE'] = 'postgres';
  try {
    return await openTestDatabase();
  } finally {
    if (before === undefined) delete process.env['TEST_DATABASE'];
    else process.env['TEST_DATABASE'] = before;
  }
}

/** The write that ends a session still reports one row, but changes nothing. */
async function forgetEnds({ databaseUrl = '' }: TestDatabase): Promise<void> {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    await connection.query(`
      create function forget_end() returns trigger language plpgsql as $$ begin new.ended_at := null; return new; end $$;
      create trigger forget_end before update of ended_at on sessions for each row execute function forget_end()`);
  } finally {
    await connection.end();
  }
}

async function openRig(database: TestDatabase, servers: ServerProcess[]): Promise<Rig> {
  const { dataDir, databaseUrl = '' } = database;
  const { PUBLIC_URL: _, ...environment } = { ...loadEnvironment(), DATABASE_URL: databaseUrl };
  const first = await startServerProcess({ dataDir, env: environment, startLimitMs });
  servers.push(first);
  const shared = { ...environment, PUBLIC_URL: first.origin };
  const people = [];
  // While there is only one instance, it sends the codes.
  for (let n = 0; n < lanes; n += 1) {
    const browser = connectHttp(first.origin);
    people.push({ browser, ...(await browser.register()) });
  }
  const second = await startServerProcess({ dataDir, env: shared, startLimitMs });
  servers.push(second);
  const words = ['--id', 'notes', '--name-en', 'Notes', '--name-zh', '笔记', '--redirect', redirectUri];
  const scopes = ['openid', 'profile', 'offline_access'].flatMap((scope) => ['--scope', scope]);
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'add', ...words, ...scopes], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'test', DATA_DIR: dataDir, ...shared },
  });
  const registered = { clientId: 'notes', secret: stdout.trim(), redirectUri };
  const reach = async (server: ServerProcess): Promise<TestRelyingParty> =>
    connectRelyingParty(first.origin, registered, async (address, options) => {
      const { pathname, search } = new URL(address);
      const { body } = options;
      const headers = { ...options.headers, 'x-forwarded-for': freshIp() };
      return fetch(`${server.origin}${pathname}${search}`, { ...options, headers, body: body instanceof URLSearchParams ? body : null });
    });
  const ids = new Map(
    (await database.db.q().selectFrom('identifiers').select(['value', 'account_id']).execute()).map((row) => [row.value, row.account_id]),
  );
  return {
    database,
    keyring: createKeyring(Buffer.from(environment.SECRET_KEY, 'base64')),
    environment: { NODE_ENV: 'test', DATA_DIR: dataDir, ...shared },
    servers: [first, second],
    parties: [await reach(first), await reach(second)],
    idle: people.map(({ browser, phone, password }) => ({ browser, password, accountId: ids.get(phone) ?? '' })),
    times: [],
    revoked: {
      'sign-out': 0,
      'unbound browser': 0,
      'password change': 0,
      lock: 0,
      'cancelled app': 0,
      'refresh token': 0,
      'access token': 0,
    },
    laterUses: 0,
    laterSuccesses: 0,
    deadBefore: 0,
  };
}

/** Runs `work` for every number below `count` in parallel lanes, each time with an idle owner. */
async function inLanes(rig: Rig, count: number, work: (turn: number, owner: Owner) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const turn = next;
      next += 1;
      const owner = rig.idle.pop();
      if (owner === undefined) throw new Error('there are more lanes than people');
      await work(turn, owner);
      rig.idle.push(owner);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** One instance for even turns, the other for odd ones: [here, there]. */
function turned<Value>([first, second]: readonly [Value, Value], turn: number): readonly [Value, Value] {
  return turn % 2 === 0 ? [first, second] : [second, first];
}

/** All uses begin only after the revocation was acknowledged. */
async function revokeAndUse(
  rig: Rig,
  { way, credentials, revoke }: { readonly way: Way; readonly credentials: readonly Credential[]; readonly revoke: () => Promise<unknown> },
): Promise<void> {
  const before = await Promise.all(credentials.map(async ({ live }) => live[0]?.()));
  rig.deadBefore += before.filter((works) => works !== true).length;
  const started = performance.now();
  await revoke();
  rig.times.push(performance.now() - started);
  const uses = credentials.flatMap(({ live, spend }) => [...live, ...(spend === undefined ? [] : [spend])]);
  const later = await Promise.all(uses.map(async (use) => use()));
  rig.laterUses += later.length;
  rig.laterSuccesses += later.filter(Boolean).length;
  rig.revoked[way] += credentials.length;
}

/**
 * Live sessions of an account, written beside the servers: signing in thousands of times would measure password
 * hashing.
 */
async function newSessions({ database: { db } }: Rig, { accountId }: Owner, count: number): Promise<readonly string[]> {
  const account = await db.q().selectFrom('accounts').select('credential_epoch').where('id', '=', accountId).executeTakeFirstOrThrow();
  const at = Date.now();
  const sids = Array.from({ length: count }, newToken);
  const whose = { account_id: accountId, credential_epoch: account.credential_epoch, client_ip: '', user_agent: '' };
  const how = { wrong_passwords: 0, passkey_until: null, auth_at: at, acr: '1', amr: '', ways: '' };
  const when = { created_at: at, last_seen_at: at, idle_expires_at: at + day, expires_at: at + day, ended_at: null, verified_until: null };
  await db
    .q()
    .insertInto('sessions')
    .values(sids.map((sid) => ({ id: sha256(sid), ...whose, ...how, ...when })))
    .execute();
  return sids;
}

/** A browser with this cookie, at one of the instances. */
function browserAt({ servers, keyring }: Rig, server: ServerProcess, sid: string): TestBrowser {
  const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: servers[0].origin });
  browser.cookies.set('sid', sid);
  browser.cookies.set('csrf', newCsrfToken(keyring, sessionBinding(sid)));
  return browser;
}

function sessionOf(rig: Rig, sid: string, turn: number): Credential {
  const [here, there] = turned(rig.servers, turn);
  const worksAt = (server: ServerProcess) => async () => (await browserAt(rig, server, sid).get('/account/metainfo')).code === 200;
  return { live: [worksAt(there), worksAt(here)] };
}

function expectOk({ code, text }: { readonly code: number; readonly text: string }): void {
  if (code !== 200) throw new Error(`the server answered ${text}`);
}

async function signOutMany(rig: Rig, count: number): Promise<void> {
  await inLanes(rig, Math.ceil(count / together), async (batch, owner) => {
    const sids = await newSessions(rig, owner, Math.min(together, count - batch * together));
    for (const [turn, sid] of sids.entries()) {
      const [here] = turned(rig.servers, turn);
      await revokeAndUse(rig, {
        way: 'sign-out',
        credentials: [sessionOf(rig, sid, turn)],
        revoke: async () => expectOk(await browserAt(rig, here, sid).post('/logout', {})),
      });
    }
  });
}

/** The signed-in person removes the other browser from the list on their page. */
async function unbindMany(rig: Rig, count: number): Promise<void> {
  await inLanes(rig, count, async (turn, owner) => {
    const [here] = turned(rig.servers, turn);
    const [own = ''] = await newSessions(rig, owner, 1);
    const browser = browserAt(rig, here, own);
    const listed = async () => (await browser.get<readonly { readonly id: string }[]>('/device/list')).data.map(({ id }) => id);
    const before = await listed();
    const [other = ''] = await newSessions(rig, owner, 1);
    const id = (await listed()).find((one) => !before.includes(one));
    expectOk(await browser.post('/account/auth', { method: 'password', password: owner.password, action: 'endOthers' }));
    await revokeAndUse(rig, {
      way: 'unbound browser',
      credentials: [sessionOf(rig, other, turn)],
      revoke: async () => expectOk(await browser.delete('/device/unBind', { id })),
    });
    expectOk(await browser.post('/logout', {}));
  });
}

/** A change of the password ends all other sessions of the account, a lock all. */
async function endTogether(rig: Rig, way: 'password change' | 'lock', count: number): Promise<void> {
  await inLanes(rig, Math.ceil(count / together), async (batch, owner) => {
    const [own = '', ...others] = await newSessions(rig, owner, 1 + Math.min(together, count - batch * together));
    const [here] = turned(rig.servers, batch);
    await revokeAndUse(rig, {
      way,
      credentials: others.map((sid, turn) => sessionOf(rig, sid, turn)),
      revoke: async () => (way === 'lock' ? order(rig, 'lock', owner) : changePassword(browserAt(rig, here, own), owner)),
    });
    if (way === 'lock') await order(rig, 'unlock', owner);
  });
}

async function changePassword(browser: TestBrowser, owner: Owner): Promise<void> {
  const newPassword = `Cedar-${newToken().slice(0, 12)}-7`;
  expectOk(await browser.post('/password/update', { oldPassword: owner.password, newPassword }));
  owner.password = newPassword;
}

/** Runs an operator's command beside both servers. */
async function order({ database: { db }, environment, keyring }: Rig, verb: 'lock' | 'unlock', { accountId }: Owner): Promise<void> {
  const deps = { config: loadConfig(environment), db, keyring, clock: systemClock };
  await runUsers(deps, ['users', verb, accountId, '--reason', 'asked', '--case', 'TORTURE', '--operator', 'torture']);
}

/** An app's access token: its claims about the person, and the server's introspection of it, at both instances. */
function accessTokenOf(rig: Rig, token: string, turn: number): Credential {
  const [here, there] = turned(rig.parties, turn);
  const at = ({ config }: TestRelyingParty) => succeeds(async () => client.fetchUserInfo(config, token, client.skipSubjectCheck));
  return { live: [at(there), at(here)] };
}

function refreshTokenOf(rig: Rig, token: string, turn: number): Credential {
  const [here, there] = turned(rig.parties, turn);
  const at = (party: TestRelyingParty) => async () => (await client.tokenIntrospection(party.config, token)).active;
  return { live: [at(there), at(here)], spend: succeeds(async () => client.refreshTokenGrant(there.config, token)) };
}

async function newTokens(rig: Rig, { browser }: Owner, turn: number) {
  const [, there] = turned(rig.parties, turn);
  const site = { config: { publicUrl: rig.servers[0].origin } };
  const tokens = await exchange(there, await authorize(site, browser, { party: there, params: offline }));
  return { access: tokens.access_token, refresh: tokens.refresh_token ?? '' };
}

/** A refresh token takes all its descendants along. */
async function revokeTokens(rig: Rig, way: 'refresh token' | 'access token', count: number): Promise<void> {
  await inLanes(rig, count, async (turn, owner) => {
    const [here] = turned(rig.parties, turn);
    const { access, refresh } = await newTokens(rig, owner, turn);
    const { live, spend } = refreshTokenOf(rig, refresh, turn);
    const ended = accessTokenOf(rig, access, turn);
    await revokeAndUse(rig, {
      way,
      credentials: [way === 'access token' ? ended : { live: [...live, ...ended.live], ...(spend === undefined ? {} : { spend }) }],
      revoke: async () => client.tokenRevocation(here.config, way === 'access token' ? access : refresh),
    });
  });
}

/** The person withdraws an app's right to use their account. */
async function cancelApps(rig: Rig, count: number): Promise<void> {
  const perTurn = 2 * authorizations;
  await inLanes(rig, Math.ceil(count / perTurn), async (turn, owner) => {
    const credentials: Credential[] = [];
    for (let n = 0; n < authorizations; n += 1) {
      const { access, refresh } = await newTokens(rig, owner, turn);
      credentials.push(accessTokenOf(rig, access, turn), refreshTokenOf(rig, refresh, turn));
    }
    const [own = ''] = await newSessions(rig, owner, 1);
    const [here] = turned(rig.servers, turn);
    await revokeAndUse(rig, {
      way: 'cancelled app',
      credentials,
      revoke: async () => expectOk(await browserAt(rig, here, own).post('/oauthclient/cancel', { clientID: 'notes' })),
    });
  });
}

/** Whether a call of the library returns something: it throws when the server refuses. */
function succeeds(call: () => Promise<unknown>): () => Promise<boolean> {
  return async () =>
    call().then(
      () => true,
      () => false,
    );
}
