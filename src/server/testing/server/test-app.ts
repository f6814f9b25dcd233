import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { agreementTypes } from '#contract/account/agreements/agreement-types.words.ts';
import { agreementVersions } from '#messages/legal-texts.ts';
import type { Outside } from '#server/capabilities/apps/developer/addresses/outside.ts';
import { NoAnswer } from '#server/platform/outbound/call-out.ts';
import { buildApp } from '#server/app/build-app.ts';
import type { WireOverrides } from '#server/app/wire-platform.ts';
import { wire, type Wiring } from '#server/app/wire.ts';
import { second, type Clock } from '#server/platform/clock.ts';
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { generateFieldKeyPair, type FieldKeyPair } from '#server/platform/crypto/field-keys.ts';
import type { PasswordCost } from '#server/platform/crypto/password-hasher.ts';
import type { Db } from '#server/core/database/db.ts';
import { createLog } from '#server/platform/observation/log.ts';
import type { DevOutboxEntry } from '#server/development/dev-outbox.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { freePort } from './free-port.ts';
import { freshPassword, freshPhone } from './http-client.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { fetchFrom, injectInto, newTestBrowser, type TestBrowser } from './test-browser.ts';

/** No host of others answers. */
const silence: Outside = {
  certificateEnd: () => Promise.reject(new NoAnswer('notSent')),
  txt: async () => [],
  text: async () => '',
};

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  set(at: number): void;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly wiring: Wiring;
  readonly config: Config;
  readonly clock: TestClock;
  readonly db: Db;
  /** Every line logged so far, parsed when a test asks. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[];
  /** The messages sent to a phone or an email so far, newest first. Waits for due ones. */
  outbox(to: string): Promise<readonly DevOutboxEntry[]>;
  /** Empties the outbox, which is read whole each time: for many lives on one server. */
  forgetMessages(): Promise<void>;
  /** The newest code sent to a phone or an email. */
  codeFor(to: string): Promise<string>;
  /** A fresh browser with its own client IP. Requests stay in the process until the call of `listen`. */
  newBrowser(options?: { readonly clientIp?: string }): TestBrowser;
  /** A browser signed in to its own account, registered by phone. */
  newAccount(): Promise<TestAccount>;
  /** Listens on `config.port`; browsers made afterwards use real connections. Returns the base URL. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestAccount {
  readonly browser: TestBrowser;
  readonly phone: string;
  readonly password: string;
}

/** A clock that replaces the server's, or a machine for the server's own. */
export type TestTime = Pick<WireOverrides, 'clock' | 'machineTime' | 'databaseTime'>;

/** The cheapest Argon2id. At the real cost, hashing was a third of the cost of all tests. */
export const cheapPasswordCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1, outputLen: 32 };

export interface TestAppOptions {
  readonly encryption?: boolean;
  readonly config?: Partial<Config>;
  /** Settings as the operator writes them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the desk is there, on the host of people's pages unless `DESK_URL` names another one. */
  readonly desk?: boolean;
  /** Milliseconds; by default a full hour, at which every rate window begins. */
  readonly now?: number;
  /**
   * The server's source of time, instead of a clock that stands still; then `clock` returns that time and cannot move
   * it.
   */
  readonly time?: TestTime;
  /** The cost of a password hash, for tests in which many of them wait. */
  readonly passwordCost?: PasswordCost;
  /** Delay of an answer that repeats a refusal, milliseconds; none by default. */
  readonly refusalPauseMs?: number;
  /** Hosts that developers name; without it none answers. */
  readonly outside?: Outside;
  /** Instead of the server's own counts of calls and costs. */
  readonly limiter?: RateLimiter;
  /** Whether apps are notified of the end of a session automatically; otherwise a test tells them. */
  readonly tellsApps?: boolean;
  /** A database in prior use; its opener closes it. */
  readonly database?: TestDatabase;
}

/** The domain of the passkeys of tests. */
export const testRpId = 'id.example.com';

/** A test server has an address without a domain, for which there are no passkeys. */
export const testPasskeys: Config['passkeys'] = { rpId: testRpId, origins: [`https://${testRpId}`], related: [] };

/**
 * The whole server on a fresh database, with real parts, except a clock that stands still, an easy captcha, cheap
 * password hashes and a shared field key.
 */
export async function buildTestApp({
  encryption = false,
  config: changes = {},
  settings = {},
  desk: hasDesk = settings['DESK_URL'] !== undefined,
  now = Date.UTC(2026, 0, 15, 8),
  time,
  passwordCost = cheapPasswordCost,
  refusalPauseMs = 0,
  outside = silence,
  limiter,
  tellsApps = false,
  database: given,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase());
  const standing = standingClock(now);
  const port = await freePort();
  const { desk, ...loaded } = loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: database.dataDir,
    TRUST_PROXY: '127.0.0.1',
    ENCRYPTION: encryption ? 'on' : 'off',
    LOG_LEVEL: 'debug',
    ...settings,
  });
  const config: Config = {
    ...loaded,
    desk: hasDesk ? desk : undefined,
    databaseUrl: database.databaseUrl,
    passkeys: testPasskeys,
    // Every test browser has its own network: `step-up.test.ts` turns it on.
    signInStepUp: false,
    ...changes,
  };
  const logLines: Record<string, unknown>[] = [];
  const unread: string[] = [];
  const log = createLog({ level: config.logLevel, destination: { write: (line: string) => void unread.push(line) } });
  const wiring = await wire(config, {
    ...(time ?? { clock: standing }),
    log,
    db: database.db,
    captchaDifficulty: { cost: 1, from: 1, to: 4 },
    refusalPauseMs,
    generateFieldKey: sharedFieldKey,
    hasherThreads: 1,
    passwordCost,
    outside,
    ...(limiter === undefined ? {} : { limiter }),
  });
  const clock = time === undefined ? standing : { ...standing, now: () => wiring.core.store.clock.now() };
  // They run every minute of real time, and a test that runs them would join a run that began before its own step.
  await wiring.jobs.deletions.close();
  await wiring.jobs.claims.close();
  await wiring.jobs.digests.close();
  if (!tellsApps) await wiring.openid.sessionEnds.close();
  const app = await buildApp(wiring);
  let listening = false;
  const givenCodes = new Set<string>();

  async function outbox(to: string): Promise<readonly DevOutboxEntry[]> {
    await wiring.jobs.outbox.drain();
    return (await wiring.pages.development?.outbox.read(to)) ?? [];
  }

  async function codeFor(to: string): Promise<string> {
    const find = async () => (await outbox(to)).find((entry) => entry.code !== null);
    const isNews = (entry: DevOutboxEntry | undefined) => entry !== undefined && !givenCodes.has(`${to} ${entry.code ?? ''}`);
    let found = await find();
    // Another instance on this database may have taken the message, and there may be an earlier one; a dead instance never sends it.
    const end = performance.now() + 5 * second;
    while (!isNews(found) && performance.now() < end && (await isAnyInTransit())) {
      await nextTurn();
      found = await find();
    }
    if (!isNews(found)) found = await find();
    const code = found?.code ?? undefined;
    if (code === undefined) throw new Error(`No code was sent to ${to}.`);
    givenCodes.add(`${to} ${code}`);
    return code;
  }

  async function isAnyInTransit(): Promise<boolean> {
    const leased = database.db.q().selectFrom('outbox').select('id').where('leased_until', '>', clock.now()).execute();
    return (await leased).length > 0;
  }

  function newBrowser(options: { readonly clientIp?: string } = {}): TestBrowser {
    const send = listening ? fetchFrom(config.publicUrl) : injectInto(app);
    return newTestBrowser({ send, origin: config.publicUrl, encryption: config.encryption, ...options });
  }

  return {
    app,
    wiring,
    config,
    clock,
    db: database.db,
    get logLines() {
      for (const line of unread.splice(0)) logLines.push(JSON.parse(line));
      return logLines;
    },
    outbox,
    forgetMessages: () => rm(join(config.dataDir, 'dev-outbox.jsonl'), { force: true }),
    codeFor,
    newBrowser,
    async newAccount() {
      const account = { browser: newBrowser(), phone: freshPhone(), password: freshPassword() };
      await register(account, codeFor);
      return account;
    },
    async listen() {
      if (!listening) await app.listen({ host: config.host, port: config.port });
      listening = true;
      return config.publicUrl;
    },
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await wiring.close();
      if (given === undefined) await database.close();
    },
  };
}

async function register({ browser, phone, password }: TestAccount, codeFor: (to: string) => Promise<string>): Promise<void> {
  const sent = await browser.post('/captcha/sms/send/register', { phone, validate: await browser.solveCaptcha('register') });
  if (sent.code !== 200) throw new Error(`No code for the test account: ${sent.text}`);
  const made = await browser.post('/register/phone', {
    phone,
    password,
    code: await codeFor(phone),
    validate: await browser.solveCaptcha('register'),
    region: 'CN',
    agreements: agreementTypes.map((type) => ({ type, version: agreementVersions[type].version })),
  });
  if (made.code !== 200) throw new Error(`No test account: ${made.text}`);
}

/** A mobile number unique to this test. */
let fieldKey: Promise<FieldKeyPair> | undefined;

/** Making a key takes up to a second: all tests of a process share one. */
function sharedFieldKey(): Promise<FieldKeyPair> {
  return (fieldKey ??= generateFieldKeyPair());
}

function standingClock(start: number): TestClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
    set: (to) => {
      at = to;
    },
  };
}
