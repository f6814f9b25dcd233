import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as client from 'openid-client';
import pg from 'pg';
import { createSessionRows } from '#server/core/sessions/sessions.repository.ts';
import { day } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { connectHttp } from '#server/testing/http-client.ts';
import { authorise, connectRelyingParty, exchange, type TestRelyingParty } from '#server/testing/openid.ts';
import * as postgres from '#server/testing/postgres-global-setup.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { fetchFrom, freshAddress, newTestBrowser, type TestBrowser } from '#server/testing/test-browser.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import type { Finding, TortureOptions } from './round.ts';

/** What is revoked: a session by signing out, a refresh token with all that came of it, an access token alone. */
export type Revoked = 'session' | 'refreshToken' | 'accessToken';

export interface RevocationReport {
  readonly revocations: Readonly<Record<Revoked, number>>;
  /** Uses that began after the acknowledgement, over both instances. */
  readonly laterUses: number;
  /** Those of them that succeeded: none may. */
  readonly laterSuccesses: number;
  /** Credentials that did not work before they were revoked: they would prove nothing. */
  readonly deadBefore: number;
  /** From asking to the acknowledgement, ms. */
  readonly acknowledged: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly seconds: number;
}

export interface RevocationOptions {
  readonly sessions?: number;
  readonly refreshTokens?: number;
  readonly accessTokens?: number;
  /** How many go on at once. */
  readonly lanes?: number;
  /** The control run: the database forgets that a session was ended, whatever it has told the server. */
  readonly forgetful?: boolean;
  /** Called after every thousandth revocation with how many there were. */
  readonly tell?: (revoked: number) => void;
}

const redirectUri = 'https://app.example.com/callback';
const offline = { scope: 'openid profile offline_access', prompt: 'consent' };

/** Two instances on one PostgreSQL, and what has been counted about them. */
interface Rig {
  readonly database: TestDatabase;
  readonly servers: readonly [ServerProcess, ServerProcess];
  /** The same app, as it reaches the one instance and the other. */
  readonly parties: readonly [TestRelyingParty, TestRelyingParty];
  readonly times: number[];
  readonly tell: ((revoked: number) => void) | undefined;
  laterUses: number;
  laterSuccesses: number;
  deadBefore: number;
}

/** Credentials are revoked at one of two instances and used at both, at once. */
export async function* revocation({ revocations }: TortureOptions): AsyncGenerator<Finding> {
  const tokens = Math.floor(revocations / 10);
  const product = await measureRevocation({
    sessions: revocations - 2 * tokens,
    refreshTokens: tokens,
    accessTokens: tokens,
    tell: (revoked) => console.log(`  ${revoked} of ${revocations} revoked`),
  });
  const control = await measureRevocation({ sessions: 50, refreshTokens: 0, accessTokens: 0, forgetful: true });
  yield {
    promise: 'PostgreSQL: what is used after its revocation was acknowledged fails, at every instance',
    seen: toText(product),
    isKept: product.laterUses > 0 && product.laterSuccesses + product.deadBefore === 0,
    control: { seen: `the database forgets the end of a session: ${toText(control)}`, hasFailed: control.laterSuccesses > 0 },
  };
}

function toText({ revocations, laterUses, laterSuccesses, deadBefore, acknowledged, seconds }: RevocationReport): string {
  const { session, refreshToken, accessToken } = revocations;
  return (
    `${session} sessions, ${refreshToken} refresh tokens, ${accessToken} access tokens in ${seconds.toFixed(0)} s, ${deadBefore} dead before; ` +
    `${laterSuccesses} of ${laterUses} later uses succeeded; acknowledged after p50 ${acknowledged.p50.toFixed(0)} ms, ` +
    `p99 ${acknowledged.p99.toFixed(0)} ms, max ${acknowledged.max.toFixed(0)} ms`
  );
}

/**
 * Revokes 10,000 credentials (unless told otherwise) on two instances over one PostgreSQL, each at one instance, and uses every one of them at once
 * afterwards at both. The aim is that none of the later uses succeeds. Starts PostgreSQL and both servers itself and stops them at the end.
 */
export async function measureRevocation({
  sessions = 8000,
  refreshTokens = 1000,
  accessTokens = 1000,
  lanes = 8,
  forgetful = false,
  tell,
}: RevocationOptions = {}): Promise<RevocationReport> {
  await postgres.setup();
  const database = await openPostgres();
  const servers: ServerProcess[] = [];
  try {
    const rig = await openRig(database, { servers, tell });
    if (forgetful) await forgetEnds(database);
    const started = performance.now();
    await revokeSessions(rig, { count: sessions, lanes });
    await revokeTokens(rig, { kind: 'refreshToken', count: refreshTokens, lanes });
    await revokeTokens(rig, { kind: 'accessToken', count: accessTokens, lanes });
    const { laterUses, laterSuccesses, deadBefore, times } = rig;
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
    return {
      revocations: { session: sessions, refreshToken: refreshTokens, accessToken: accessTokens },
      laterUses,
      laterSuccesses,
      deadBefore,
      acknowledged: { p50: at(0.5), p99: at(0.99), max: at(1) },
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
    await postgres.teardown();
  }
}

/** Whatever the rounds after this one use stays as it is. */
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

/** The write that ends a session reports one row, as ever, and changes nothing. */
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

async function openRig(
  database: TestDatabase,
  { servers, tell }: { readonly servers: ServerProcess[]; readonly tell: RevocationOptions['tell'] },
): Promise<Rig> {
  const { dataDir, databaseUrl = '' } = database;
  const shared = { RATE_FACTOR: '100000', DATABASE_URL: databaseUrl };
  const first = await startServerProcess({ dataDir, env: shared });
  servers.push(first);
  const second = await startServerProcess({ dataDir, env: { ...shared, PUBLIC_URL: first.origin } });
  servers.push(second);
  const words = ['--id', 'notes', '--name-en', 'Notes', '--name-zh', '笔记', '--redirect', redirectUri];
  const scopes = ['openid', 'profile', 'offline_access'].flatMap((scope) => ['--scope', scope]);
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'add', ...words, ...scopes], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'test', DATA_DIR: dataDir, ...shared },
  });
  const registered = { clientId: 'notes', secret: /shown once: (\S+)/.exec(stdout)?.[1] ?? '', redirectUri };
  const reach = async (server: ServerProcess): Promise<TestRelyingParty> =>
    connectRelyingParty(first.origin, registered, async (address, options) => {
      const { pathname, search } = new URL(address);
      const { body } = options;
      const headers = { ...options.headers, 'x-forwarded-for': freshAddress() };
      return fetch(`${server.origin}${pathname}${search}`, { ...options, headers, body: body instanceof URLSearchParams ? body : null });
    });
  const parties = [await reach(first), await reach(second)] as const;
  return { database, servers: [first, second], parties, times: [], tell, laterUses: 0, laterSuccesses: 0, deadBefore: 0 };
}

/** Runs `work` for every number below `count`, so many at once. */
async function inLanes({ count, lanes }: { readonly count: number; readonly lanes: number }, work: (turn: number) => Promise<void>) {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const turn = next;
      next += 1;
      await work(turn);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** One instance for even turns, the other for odd ones: [here, there]. */
function turned<Value>([first, second]: readonly [Value, Value], turn: number): readonly [Value, Value] {
  return turn % 2 === 0 ? [first, second] : [second, first];
}

async function revokeAndUse(
  rig: Rig,
  { revoke, uses }: { readonly revoke: () => Promise<unknown>; readonly uses: readonly (() => Promise<boolean>)[] },
): Promise<void> {
  for (const works of uses.slice(0, 2)) if (!(await works())) rig.deadBefore += 1;
  const started = performance.now();
  await revoke();
  rig.times.push(performance.now() - started);
  if (rig.times.length % 1000 === 0) rig.tell?.(rig.times.length);
  const later = await Promise.all(uses.map(async (use) => use()));
  rig.laterUses += later.length;
  rig.laterSuccesses += later.filter(Boolean).length;
}

function browserAt(rig: Rig, server: ServerProcess, sid: string): TestBrowser {
  const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: rig.servers[0].origin });
  browser.cookies.set('sid', sid);
  return browser;
}

/** The sessions are written beside the servers, of one account: signing in thousands of times would measure the hashing of passwords. */
async function revokeSessions(rig: Rig, { count, lanes }: { readonly count: number; readonly lanes: number }): Promise<void> {
  const { phone } = await connectHttp(rig.servers[0].origin).register();
  const owner = rig.database.db.q().selectFrom('identifiers').innerJoin('accounts', 'accounts.id', 'identifiers.account_id');
  const account = await owner.select(['accounts.id', 'accounts.credential_epoch']).where('value', '=', phone).executeTakeFirstOrThrow();
  const rows = createSessionRows(rig.database.db, { keep: count });
  await inLanes({ count, lanes }, async (turn) => {
    const sid = newToken();
    const at = Date.now();
    const whose = { accountId: account.id, credentialEpoch: account.credential_epoch, address: '', userAgent: '' };
    await rows.insert({ id: sha256(sid), ...whose, at, idleExpiresAt: at + day, expiresAt: at + day });
    const [here, there] = turned(rig.servers, turn);
    const browser = browserAt(rig, here, sid);
    const useAt = (server: ServerProcess) => async () => (await browserAt(rig, server, sid).get('/account/metainfo')).code === 200;
    await revokeAndUse(rig, {
      revoke: async () => expectOk(await browser.post('/logout', {})),
      uses: [useAt(there), useAt(here), useAt(there)],
    });
  });
}

function expectOk({ code, text }: { readonly code: number; readonly text: string }): void {
  if (code !== 200) throw new Error(`the server answered ${text}`);
}

async function revokeTokens(
  rig: Rig,
  { kind, count, lanes }: { readonly kind: 'refreshToken' | 'accessToken'; readonly count: number; readonly lanes: number },
): Promise<void> {
  const { origin } = rig.servers[0];
  const people: TestBrowser[] = [];
  while (people.length < lanes) {
    const person = connectHttp(origin);
    await person.register();
    people.push(person);
  }
  const site = { config: { publicUrl: origin } };
  await inLanes({ count, lanes }, async (turn) => {
    // Nobody is in two authorisations at once.
    const browser = people.pop();
    if (browser === undefined) throw new Error('there are more lanes than people');
    const [here, there] = turned(rig.parties, turn);
    const tokens = await exchange(there, await authorise(site, browser, { party: there, params: offline }));
    const { access_token: access, refresh_token: refresh = '' } = tokens;
    await revokeAndUse(rig, {
      revoke: async () => client.tokenRevocation(here.config, kind === 'refreshToken' ? refresh : access),
      uses: [
        succeeds(async () => client.fetchUserInfo(there.config, access, client.skipSubjectCheck)),
        succeeds(async () => client.fetchUserInfo(here.config, access, client.skipSubjectCheck)),
        async () => (await client.tokenIntrospection(there.config, access)).active,
        ...(kind === 'refreshToken' ? [succeeds(async () => client.refreshTokenGrant(there.config, refresh))] : []),
      ],
    });
    people.push(browser);
  });
}

/** Whether a call of the library comes back with something: it throws when the server refuses. */
function succeeds(call: () => Promise<unknown>): () => Promise<boolean> {
  return async () =>
    call().then(
      () => true,
      () => false,
    );
}
