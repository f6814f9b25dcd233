/**
 * `npm run desktop-ends -w lab`: how soon a desktop learns that its sign-in is over. Two instances on one database; each of
 * the desktops, the account service of `examples/desktop` without the bus, waits at one of them, and its person ends it in
 * a browser at either, in a way that is drawn. The time runs from the answer to the browser until the service has dropped
 * everything.
 *   npm run desktop-ends -w lab                            1,000 ends
 *   npm run desktop-ends -w lab -- 200 --seed 7            fewer, with the draws of another run
 *   npm run desktop-ends -w lab -- 200 --seed 7 --from 80  continues where a run stopped
 *   npm run desktop-ends -w lab -- 200 --failover          on PostgreSQL, whose primary crashes while people sign out: its
 *                                                          standby is promoted. A browser asks again until it is answered
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Account } from '#examples/desktop/account.ts';
import { copiesIn } from '#examples/desktop/files.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { systemClock } from '#server/platform/clock.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { newDesktopClient } from '#server/testing/apps/desktop.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { consent, open } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestDatabase } from '#server/testing/server/test-database.ts';
import { movedTo, startSecondInstance } from '#server/testing/server/two-instances.ts';
import { startPostgresPair, type PostgresPair } from './torture/postgres-pair.ts';
import { drawFrom } from './torture/round.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    from: { type: 'string', default: '0' },
    failover: { type: 'boolean', default: false },
  },
});
const [count, seed, from] = [Number(positionals[0] ?? 1000), Number(values.seed), Number(values.from)];
const lanes = 12;
const mostMs = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'desktop-ends-'));
const pair = values.failover ? await startPostgresPair('cedar') : undefined;
const database = pair && (await databaseOf(pair.url));
const app = await buildListeningApp({ time: { clock: systemClock }, ...(database === undefined ? {} : { database }) });
const second = await startSecondInstance(app, { clock: systemClock });
await newDesktopClient(app, { id: 'cedar-desktop' });

type Way = keyof typeof ways;
/** In a browser: `here` is at the instance of the desktop. */
const ways = {
  removed: async ({ browser, password }: Person) => {
    const { data } = await browser.get<readonly { readonly id: string; readonly kind: string }[]>('/device/list');
    await browser.post('/account/auth', { method: 'password', password, action: 'endOthers' });
    return browser.delete('/device/unBind', { id: data.find(({ kind }) => kind === 'device')?.id });
  },
  'signed out': ({ browser }: Person) => browser.post('/logout', { devices: true }),
  password: ({ browser, password }: Person) => browser.post('/password/update', { oldPassword: password, newPassword: `${password}-27` }),
  deletion: ({ browser }: Person) => askDeletion(browser),
};

/** A migrated database of the pair, for both instances. */
async function databaseOf(url: string): Promise<TestDatabase> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const db = await openDatabase({ databaseUrl: url, dataDir, pool: { max: 10, waitMs: 20_000 } });
  return { db, dataDir, databaseUrl: url, close: () => db.close() };
}

/** The primary is gone, and its standby takes over. */
async function failOver(of: PostgresPair): Promise<string> {
  await pause(1000);
  const since = performance.now();
  await of.crash('primary');
  await of.promoteStandby();
  return `the standby was there ${Math.round(performance.now() - since)} ms after the crash`;
}

/** Asks until it is answered: an instance without its database says 503, and an answer may be lost with it. */
async function untilDone(way: Way, person: Person): Promise<void> {
  const until = performance.now() + 60_000;
  for (let tries = 0; ; tries += 1) {
    const { code, text } = await ways[way](person).catch((error: Error) => ({ code: 0, text: error.message }));
    // What was done without an answer has ended this browser or this device too.
    if (code === 200 || (tries > 0 && [400, 401, 404, 1022].includes(code))) return;
    if (pair === undefined || performance.now() > until) throw new Error(`${way}: ${code} ${text}`);
    await pause(100);
  }
}

interface Heard {
  readonly way: Way;
  readonly there: boolean;
  readonly reason: string;
  /** Of the desktop, when the browser was answered. */
  readonly state: string;
  readonly ms: number;
}

interface Standing {
  readonly way: Way;
  readonly there: boolean;
  /** Until the end: so that it falls anywhere into the wait of the desktop, and into the failover. */
  readonly waitMs: number;
  readonly person: Person;
  readonly account: Account;
  readonly keeps: () => boolean;
}

async function signInOne(turn: number, tries = 3): Promise<Standing> {
  const draw = drawFrom(seed * 1_000_003 + turn);
  const way = (Object.keys(ways) as Way[])[Math.floor(draw() * Object.keys(ways).length)] ?? 'removed';
  const there = draw() < 0.5;
  const waitMs = draw() * (pair === undefined ? 1500 : 5000);
  const person = await signUp(app);
  let secret: string | undefined;
  const failed = Promise.withResolvers<never>();
  const account = new Account({
    issuer: app.config.publicUrl,
    clientId: 'cedar-desktop',
    store: { read: async () => secret, write: async (text) => void (secret = text), remove: async () => void (secret = undefined) },
    copies: copiesIn(join(folder, String(turn))),
    settings: false,
    open: (url) => void allow(person, url).catch(failed.reject),
    show: () => undefined,
  });
  try {
    await Promise.race([account.signIn('browser'), failed.promise]);
  } catch (error) {
    // On a busy machine a statement takes too long, or a connection is used at the moment at which the server ends it.
    if (tries === 0) throw error;
    return signInOne(turn, tries - 1);
  }
  return { way, there, waitMs, person, account, keeps: () => secret !== undefined };
}

async function endOne({ way, there, waitMs, person, account, keeps }: Standing): Promise<Heard> {
  await pause(waitMs);
  const ended = new Promise<string>((resolve) => void account.once('ended', resolve));
  await untilDone(way, { ...person, browser: there ? movedTo(second, person.browser) : person.browser });
  const acknowledged = performance.now();
  const { state } = account;
  const reason = await Promise.race([ended, pause(60_000, 'never', { ref: false })]);
  if (keeps() || account.state !== 'signed-out') throw new Error(`${way}: the desktop keeps something: ${reason}`);
  return { way, there, reason, state, ms: performance.now() - acknowledged };
}

async function allow({ browser }: Person, url: string): Promise<void> {
  const stop = await consent(app, browser, await open(app, browser, url), ['openid', 'profile', 'desktop']);
  await fetch(stop.url);
}

const heard: Heard[] = [];
let next = from;
let failover = '';
const started = performance.now();

async function inLanes(work: (turn: number) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) {
        const turn = next;
        next += 1;
        await work(turn);
      }
    }),
  );
}

try {
  if (pair === undefined) {
    await inLanes(async (turn) => {
      heard.push(await endOne(await signInOne(turn)));
      if (heard.length % 100 === 0) console.log(`  ${from + heard.length} of ${count}`);
    });
  } else {
    const standing: Standing[] = [];
    await inLanes(async (turn) => void standing.push(await signInOne(turn)));
    console.log(`  ${standing.length} desktops are signed in`);
    [failover] = await Promise.all([failOver(pair), ...standing.map(async (one) => void heard.push(await endOne(one)))]);
  }
} finally {
  await second.close();
  await app.close();
  await pair?.close();
  rmSync(folder, { recursive: true });
}

/** Of some ends: how many, and the time of the median, of 99 of 100, and the longest. */
function row(name: string, some: readonly Heard[]): string {
  const sorted = some.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  const reasons = Object.entries(Object.groupBy(some, ({ reason }) => reason)).map(([reason, all]) => `${reason} ${all?.length}`);
  return `${name.padEnd(24)} ${String(some.length).padStart(5)}   p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms   ${reasons.join(', ')}`;
}

for (const way of Object.keys(ways)) {
  for (const there of [false, true])
    console.log(
      row(
        `${way}, ${there ? 'other' : 'same'} instance`,
        heard.filter((one) => one.way === way && one.there === there),
      ),
    );
}
console.log(row('all', heard));
if (failover !== '') {
  for (const state of new Set(heard.map((one) => one.state)))
    console.log(
      row(
        `${state} at the answer`,
        heard.filter((one) => one.state === state),
      ),
    );
}
const late = heard.filter(({ ms }) => ms > mostMs);
console.log(
  `${heard.length} ends in ${Math.round((performance.now() - started) / 1000)} s, seed ${seed}${failover === '' ? '' : `, ${failover}`}: ${late.length} later than ten seconds`,
);
process.exit(late.length === 0 ? 0 : 1);
