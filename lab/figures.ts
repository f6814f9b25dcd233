/**
 * `npm run figures -w lab -- [minutes]`: the desk's figures and health beside Prometheus' own, after an hour of load (or
 * so many minutes) on two instances over one PostgreSQL. A real Prometheus scrapes both each second; its queries and the
 * answers of the desk are compared at the end. Exits with 1 when a number is not right.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { FigureName } from '#contract/vocabulary/figures.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { systemClock } from '#server/platform/clock.ts';
import { loadConfig } from '#server/platform/config.ts';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { enter, makeMember, newDeskBrowser, type DeskBrowser } from '#server/testing/desk.ts';
import { freePort } from '#server/testing/free-port.ts';
import { connectHttp, expectOk, freshPhone, prepareRegistration, type Registered } from '#server/testing/http-client.ts';
import { setup, teardown } from '#server/testing/postgres-global-setup.ts';
import { templateDatabase } from '#server/testing/postgres-template.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';

const minutes = Number(process.argv[2] ?? 60);
const people = 6;
/** Turns in which a wrong password is that of a person who is there: one of five turns is one. */
const mostWrongOfOne = 200;
const secret = 'K3x0mQ9vT7bYd2RfUw5ZcLh8Nj1PsGa4oEiVuXtM6qA=';
/** What may lie between two readings of a value that moves: of the desk's report and Prometheus' scrape. */
const moving = 0.25;

interface Instance {
  readonly server: ServerProcess;
  readonly metrics: number;
}

await setup();
const adminUrl = process.env['TEST_POSTGRES_URL'] ?? '';
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
await admin.query(`create database figures template "${templateDatabase}"`);
const url = new URL(adminUrl);
url.pathname = '/figures';
const folder = mkdtempSync(join(tmpdir(), 'cedar-id-figures-'));
const instances: Instance[] = [];
const origin = `http://localhost:${await freePort()}`;
let stopPrometheus = async (): Promise<void> => undefined;
let wrong = 0;
try {
  for (let count = 0; count < 2; count += 1) instances.push(await startInstance());
  const prometheus = await startPrometheus();
  stopPrometheus = prometheus.stop;
  const registered = await register();
  const leader = await registerOn(0);
  console.log(`Load on two instances for ${minutes} min.`);
  const sent = await load(registered);
  console.log(`${sent} requests were sent. The last reports and scrapes take half a minute.`);
  await delay(30_000);
  // A session of the desk would be over after half an hour without a call.
  wrong = await compare(await openDesk(leader), prometheus.ask);
} finally {
  await stopPrometheus();
  await Promise.all(instances.map(({ server }) => server.stop()));
  await admin.end();
  await teardown();
  rmSync(folder, { recursive: true, force: true });
}
console.log(wrong === 0 ? '\nThe desk says what Prometheus says.' : `\n${wrong} numbers are not right.`);
process.exit(wrong === 0 ? 0 : 1);

/** Both have the same site, so that people and the desk move between them as behind a proxy. */
async function startInstance(): Promise<Instance> {
  const metrics = await freePort();
  const server = await startServerProcess({
    env: {
      DATABASE_URL: url.href,
      PUBLIC_URL: origin,
      SECRET_KEY: secret,
      ENCRYPTION: 'off',
      RATE_FACTOR: '100000',
      METRICS_PORT: String(metrics),
      DESK: 'on',
    },
    startLimitMs: 120_000,
  });
  return { server, metrics };
}

type Ask = (query: string) => Promise<number>;

/** Debian's Prometheus on a folder and port of its own. */
async function startPrometheus(): Promise<{ readonly ask: Ask; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const targets = instances.map(
    ({ server, metrics }) => `      - targets: ['127.0.0.1:${metrics}']\n        labels: { pid: '${server.pid}' }`,
  );
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, `global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: cedar\n    static_configs:\n${targets.join('\n')}\n`);
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  child.on('error', () => console.error('There is no prometheus: apt-get install prometheus'));
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const ready = await fetch(`${base}/-/ready`).catch(() => undefined);
    if (ready?.ok === true) break;
    await delay(200);
  }
  return {
    async ask(query) {
      const answer = await fetch(`${base}/api/v1/query?query=${encodeURIComponent(query)}`);
      const { data }: { readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] } } = JSON.parse(
        await answer.text(),
      );
      return Number(data.result[0]?.value[1] ?? 0);
    },
    async stop() {
      child.kill('SIGTERM');
      await delay(1000);
    },
  };
}

/** A browser on one of the two instances. */
function browserOn(index: number) {
  return connectHttp(instances[index % instances.length]?.server.origin ?? '', { publicOrigin: origin });
}

async function register(): Promise<readonly Registered[]> {
  const registered: Registered[] = [];
  for (let count = 0; count < people; count += 1) registered.push(await registerOn(count));
  return registered;
}

async function registerOn(index: number): Promise<Registered> {
  const [browser, other] = [browserOn(index), browserOn(index + 1)];
  // Whichever instance has sent the code shows it.
  const codeFor = (target: string): Promise<string> => Promise.any([browser.codeFor(target), other.codeFor(target)]);
  const { phone, password, body } = await prepareRegistration({ ...browser, codeFor });
  expectOk(await browser.post('/register/phone', body));
  return { phone, password };
}

/** A lead at the desk, through the first instance. */
async function openDesk({ phone }: Registered): Promise<DeskBrowser> {
  const db = await openDatabase({ databaseUrl: url.href, dataDir: folder, pool: { max: 2, waitMs: 10_000 } });
  try {
    const { account_id: accountId } = await db
      .q()
      .selectFrom('identifiers')
      .select('account_id')
      .where('kind', '=', 'phone')
      .where('value', '=', phone)
      .executeTakeFirstOrThrow();
    await makeMember({ db, clock: systemClock }, { accountId, role: 'lead', name: 'L1' });
    const keyring = createKeyring(loadConfig({ NODE_ENV: 'test', SECRET_KEY: secret }).secretKey);
    const place = { config: { desk: { url: origin } }, clock: systemClock, wiring: { keyring }, newBrowser: () => browserOn(0) };
    return await enter(place, { accountId }, await newDeskBrowser(place));
  } finally {
    await db.close();
  }
}

/** Sign-ins, wrong passwords and reads, by turns on both instances, and a registration now and then. */
async function load(registered: readonly Registered[]): Promise<number> {
  const end = Date.now() + minutes * 60_000;
  let sent = 0;
  const live = async (index: number): Promise<void> => {
    const person = registered[index];
    for (let turn = index; Date.now() < end; turn += 1) {
      const browser = browserOn(turn);
      if (person === undefined) return;
      // An account takes a hundred wrong passwords, and then no right one either: later ones are nobody's.
      const account = turn < mostWrongOfOne ? person.phone : freshPhone();
      if (turn % 5 === 0) await browser.post('/login/password', { account, password: 'a-wrong-one-1' });
      // A server that has too much to do says so.
      else if ((await browser.signIn(person)).code === 503) continue;
      for (let read = 0; read < 4; read += 1) await browser.get('/account/metainfo');
      if (turn % 40 === 0) await unlessBusy(registerOn(turn));
      sent += 5;
      await delay(900 + (turn % 7) * 40);
    }
  };
  await Promise.all(registered.map((_, index) => live(index)));
  return sent;
}

/** A server that has too much to do says so: what was begun is left. @throws {Error} for any other refusal */
async function unlessBusy(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('the server answered 503'))) throw error;
  }
}

interface Figures {
  readonly figures: readonly { readonly name: FigureName; readonly counts: readonly number[] }[];
}

interface Health {
  readonly instances: readonly {
    readonly instance: string;
    readonly answers: number;
    readonly p50: number;
    readonly p95: number;
    readonly failed: number;
    readonly values: Readonly<Record<string, number>>;
  }[];
  readonly routes: readonly { readonly route: string; readonly answers: number; readonly errors: Readonly<Record<string, number>> }[];
}

/** Prints both numbers in turns; returns how many are not right. */
async function compare(desk: DeskBrowser, ask: Ask): Promise<number> {
  const { figures } = expectOk(await desk.get<Figures>('/figures?span=week'));
  const figure = (...names: readonly FigureName[]) =>
    figures
      .filter(({ name }) => names.includes(name))
      .flatMap(({ counts }) => counts)
      .reduce((sum, count) => sum + count, 0);
  const answered = (route: string, code: string) => ask(`sum(http_requests_total{route="${route}",code="${code}"})`);
  const { instances: seen, routes } = expectOk(await desk.get<Health>('/health'));
  const rows: Row[] = [
    { what: 'sign-ins by password', desk: figure('signInsByPassword'), prometheus: await answered('/api/login/password', '200') },
    { what: 'refused sign-ins', desk: figure('signInsRefused'), prometheus: await answered('/api/login/password', '3007') },
    { what: 'sign-ups', desk: figure('signUps'), prometheus: await answered('/api/register/phone', '200') },
    {
      what: 'codes sent',
      desk: figure('codesSentBySms', 'codesSentByEmail'),
      prometheus: await ask('sum(codes_sent_total)'),
    },
  ];
  for (const route of ['POST /api/login/password', 'GET /api/account/metainfo', 'POST /api/register/phone']) {
    const [method = '', path = ''] = route.split(' ');
    const found = routes.find((each) => each.route === route);
    const where = `method="${method}",route="${path}"`;
    rows.push({
      what: `answers of ${route}`,
      desk: found?.answers ?? 0,
      prometheus: await ask(`sum(http_request_duration_seconds_count{${where}})`),
    });
    const errors = Object.values(found?.errors ?? {}).reduce((sum, count) => sum + count, 0);
    rows.push({ what: `errors of ${route}`, desk: errors, prometheus: await ask(`sum(http_requests_total{${where},code!="200"})`) });
  }
  for (const { server } of instances) {
    const own = seen.find(({ instance }) => instance.includes(`-${server.pid}-`));
    const pid = `pid="${server.pid}"`;
    const quantile = (part: number) =>
      ask(`1000 * histogram_quantile(${part}, sum by (le) (http_request_duration_seconds_bucket{${pid}}))`);
    // The desk itself and the checks of the load balancer are asked between the two readings.
    rows.push(
      {
        what: `${server.pid}: answers`,
        desk: own?.answers ?? 0,
        prometheus: await ask(`sum(http_request_duration_seconds_count{${pid}})`),
        within: 0.01,
      },
      { what: `${server.pid}: p50, ms`, desk: own?.p50 ?? 0, prometheus: await quantile(0.5), within: 0.01, tenth: true },
      { what: `${server.pid}: p95, ms`, desk: own?.p95 ?? 0, prometheus: await quantile(0.95), within: 0.01, tenth: true },
      {
        what: `${server.pid}: status 500 and more`,
        desk: own?.failed ?? 0,
        prometheus: await ask(`sum(http_requests_total{${pid},status=~"5.."})`),
      },
    );
    for (const name of ['process_resident_memory_bytes', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total']) {
      rows.push({ what: `${server.pid}: ${name}`, desk: own?.values[name] ?? 0, prometheus: await ask(`${name}{${pid}}`), within: moving });
    }
  }
  return rows.filter((row) => !isRight(row)).length;
}

interface Row {
  readonly what: string;
  readonly desk: number;
  readonly prometheus: number;
  /** The part by which they may differ; none by default. */
  readonly within?: number;
  /** By how much the two may differ in any case: the desk rounds times to a tenth. */
  readonly tenth?: true;
}

function isRight({ what, desk, prometheus, within = 0, tenth }: Row): boolean {
  const mayDiffer = within * Math.abs(prometheus) + (tenth === true ? 0.05 : 0);
  const isRightly = Math.abs(desk - prometheus) <= mayDiffer;
  const shown = (value: number) => (Math.round(value * 10) / 10).toLocaleString('en-US').padStart(14);
  console.log(`${isRightly ? 'ok   ' : 'WRONG'} ${what.padEnd(46)} desk ${shown(desk)}   Prometheus ${shown(prometheus)}`);
  return isRightly;
}
