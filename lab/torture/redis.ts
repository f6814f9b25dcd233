import { otherCode } from '#contract/fixtures/codes.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { redisWindows } from '#server/platform/rate-limit/redis-windows.ts';
import { startRespServer, type RespServer } from '#server/testing/resp-server.ts';
import { sendVisitorCode } from '#server/testing/proving.ts';
import { buildTestApp, freshPhone, type TestAccount, type TestApp } from '#server/testing/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/test-browser.ts';
import { until } from './load.ts';
import { drawFrom, type Finding, type TortureOptions } from './round.ts';

/** States of Redis while the server is used. */
type State = 'works' | 'slow' | 'garbage' | 'wrong' | 'mute' | 'away' | 'back';

const faults = ['slow', 'garbage', 'wrong', 'mute'] as const;
/** The product's limits, and the number of tries. */
const allowed = { codes: 3, codeTries: 5, passwords: 10, calls: 10 };
const asked = { codes: 8, passwords: 13, calls: 30 };
const wrongPassword = 3007;
const codeWrong = 1007;

interface Rig {
  readonly app: TestApp;
  readonly resp: RespServer;
  /** One for each state: the limits count for one person. */
  readonly people: TestAccount[];
  /** Browsers with the cookie of an ended session. */
  readonly ended: TestBrowser[];
  readonly problems: string[];
  calls: number;
  slowest: number;
}

/**
 * The server with a Redis that becomes slow, answers garbage, goes away and comes back, in an order drawn from the
 * seed.
 */
export async function* redis({ seed }: TortureOptions): AsyncGenerator<Finding> {
  const resp = await startRespServer();
  const app = await buildTestApp({ config: { redisUrl: resp.url } });
  try {
    const draw = drawFrom(seed);
    const drawn = faults.map((fault) => ({ fault, place: draw() })).toSorted((a, b) => a.place - b.place);
    const states: readonly State[] = ['works', ...drawn.map(({ fault }) => fault), 'away', 'back'];
    const rig: Rig = { app, resp, people: [], ended: [], problems: [], calls: 0, slowest: 0 };
    await isConnected(rig);
    for (const _ of states) rig.people.push(await app.newAccount());
    const without: string[] = [];
    for (const [turn, state] of states.entries()) without.push(`${state} ${await goThrough(rig, { state, turn })}`);
    await resp.stop();
    yield {
      promise:
        'in every state of Redis: limits of codes, passwords and calls hold, no one is signed out, ended sessions stay ended, calls are answered',
      seen:
        `${rig.calls} calls, slowest ${rig.slowest.toFixed(0)} ms; handled without Redis while it was: ${without.join(', ')}; ` +
        `${rig.ended.length} sessions ended; ${rig.problems.length === 0 ? 'all limits hold' : rig.problems.join('; ')}`,
      isKept: rig.problems.length === 0,
      control: await withNothingInItsPlace(rig),
    };
  } finally {
    await app.close();
    await resp.stop();
  }
}

/**
 * Limits of codes and passwords never ask Redis, so only the limit of calls can lose its protection: the product's own
 * counting in Redis, with an empty fallback instead of the database.
 */
async function withNothingInItsPlace({ app }: Rig): Promise<NonNullable<Finding['control']>> {
  const { redis: connection } = app.wiring.platform;
  if (connection === undefined) throw new Error('the server has no Redis');
  const windows = redisWindows(connection, {
    take: async ({ start }) => [{ window_start: start }],
    read: async () => [],
    giveBack: async () => undefined,
    sweep: async () => [],
  });
  const wanted = { key: newId(), start: 0, elapsed: 0, window: minute, places: 1, allowed: allowed.calls * minute };
  const taken = await Promise.all(Array.from({ length: asked.calls }, async () => windows.take(wanted)));
  const admitted = taken.filter(({ length }) => length > 0).length;
  return {
    seen: `calls are counted only in Redis, which is away: a limit of ${allowed.calls} admits ${admitted} of ${asked.calls}`,
    hasFailed: admitted > allowed.calls,
  };
}

async function isConnected({ app }: Rig): Promise<void> {
  await until('a connection to Redis', async () => app.wiring.platform.redis?.isConnected === true);
}

/** Performs every action once in this state. Returns how often the server did without Redis. */
async function goThrough(rig: Rig, { state, turn }: { readonly state: State; readonly turn: number }): Promise<number> {
  const { app, resp, people } = rig;
  const person = people[turn];
  if (person === undefined) throw new Error('there are more states than people');
  if (state === 'back') await resp.start();
  if (state !== 'away') await isConnected(rig);
  const before = app.wiring.platform.redis?.refusals ?? 0;
  resp.fault = state === 'slow' || state === 'garbage' || state === 'wrong' || state === 'mute' ? state : '';
  if (state === 'away') await resp.stop();
  const expect = (what: string, found: number, right: number): void => {
    if (found !== right) rig.problems.push(`${state}: ${what} ${found}, not ${right}`);
  };
  rig.ended.push(await endSession(rig, person));
  const calls = await admittedCalls(rig);
  // A limit begins anew when counting moves to another store, which also happens when this machine is too busy for a
  // timely answer.
  if (
    calls !== allowed.calls &&
    !(resp.fault === '' && (app.wiring.platform.redis?.refusals ?? 0) > before && calls <= 2 * allowed.calls)
  ) {
    rig.problems.push(`${state}: admitted calls ${calls}, not ${allowed.calls}`);
  }
  expect('codes for one phone', await sentCodes(rig), allowed.codes);
  expect('tries of one code', await codeTries(rig, person), allowed.codeTries);
  expect('tries of a password', await passwordTries(rig, person), allowed.passwords);
  for (const { browser } of people)
    expect('answer to the question of the signed-in account', (await timed(rig, browser.get('/account/metainfo'))).code, 200);
  for (const browser of rig.ended) expect('answer to an ended session', (await timed(rig, browser.get('/account/metainfo'))).code, 401);
  const without = (app.wiring.platform.redis?.refusals ?? 0) - before;
  if (without === 0 && resp.fault !== '') rig.problems.push(`${state}: the server has not noticed`);
  resp.fault = '';
  return without;
}

/** Each call counts: a missing answer or a failure is a broken promise. */
async function timed(rig: Rig, call: Promise<TestAnswer>): Promise<TestAnswer> {
  const started = performance.now();
  const answer = await call;
  rig.calls += 1;
  rig.slowest = Math.max(rig.slowest, performance.now() - started);
  if (answer.status >= 500) rig.problems.push(`a call was answered ${answer.text}`);
  return answer;
}

/** Signs in elsewhere and out again; the browser still has its cookie. */
async function endSession(rig: Rig, { phone, password }: TestAccount): Promise<TestBrowser> {
  const browser = rig.app.newBrowser();
  const signedIn = await timed(rig, browser.post('/login/password', { account: phone, password }));
  if (signedIn.code !== 200) rig.problems.push(`a sign-in was answered ${signedIn.text}`);
  await browser.get('/key');
  const kept = new Map(browser.cookies);
  const signedOut = await timed(rig, browser.post('/logout', {}));
  if (signedOut.code !== 200) rig.problems.push(`signing out was answered ${signedOut.text}`);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  return browser;
}

async function admittedCalls({ app }: Rig): Promise<number> {
  const take = { key: newId(), limit: allowed.calls, windowMs: minute };
  const results = await Promise.all(Array.from({ length: asked.calls }, async () => app.wiring.http.limiter.take([take])));
  return results.filter(({ ok }) => ok).length;
}

async function sentCodes(rig: Rig): Promise<number> {
  const phone = freshPhone();
  const answers = Array.from({ length: asked.codes }, () =>
    timed(rig, sendVisitorCode(rig.app.newBrowser(), { contact: phone, scene: 'register' })),
  );
  return (await Promise.all(answers)).filter(({ code }) => code === 200).length;
}

/** How many wrong codes were checked before the right one was refused too. */
async function codeTries(rig: Rig, { phone }: TestAccount): Promise<number> {
  const browser = rig.app.newBrowser();
  await timed(rig, browser.post('/captcha/sms/send/login', { phone, validate: await browser.solveCaptcha('login') }));
  const right = await rig.app.codeFor(phone);
  const wrong = otherCode(right);
  let tries = 0;
  for (; tries < allowed.codeTries; tries += 1) {
    const { code } = await timed(rig, browser.post('/login/code', { account: phone, code: wrong }));
    if (code !== codeWrong) break;
  }
  const { code } = await timed(rig, browser.post('/login/code', { account: phone, code: right }));
  return code === codeWrong ? tries : tries + 1;
}

/** How many wrong passwords of a stranger were checked. */
async function passwordTries(rig: Rig, { phone }: TestAccount): Promise<number> {
  const browser = rig.app.newBrowser();
  let tries = 0;
  for (let turn = 0; turn < asked.passwords; turn += 1) {
    const validate = await browser.solveCaptcha('login');
    const { code } = await timed(rig, browser.post('/login/password', { account: phone, password: `wrong-${turn}-Cedar`, validate }));
    if (code === wrongPassword) tries += 1;
  }
  return tries;
}
