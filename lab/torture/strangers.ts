import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { second } from '#server/platform/clock.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { bindLoad, serverCpu, startServerProcess } from '#server/testing/server/server-process.ts';
import { startPostgresAlone } from './postgres-pair.ts';
import { Missing, type Finding, type TortureOptions } from './round.ts';
import type { StrangersReport, StrangersWork } from './strangers-at-work.ts';
import { checkOut } from './versions.ts';

const strangerCount = 16;
const readers = 50;
/** The interval of account reads by each reader: the limit of reads is one every 500 ms. */
const readEveryMs = 600;
/** Readers start before the strangers: the measurement is about a server in service, not a starting one. */
const beforeMs = 5 * second;
const honestAim = { p99Ms: 50, grownMiB: 10 };

/** The last version in which a stranger's call had no budget: the run without the protection. */
const unprotected = 'db054d7';

/** With the development client, which strangers name to the OpenID provider. */
const development = { NODE_ENV: 'development', SIMULATORS_URL: 'off' };

/** The database and its size. */
interface Store {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** MiB, when no server has it open. */
  size(): Promise<number>;
  close(): Promise<void>;
}

interface Seen {
  readonly p50: number;
  readonly p99: number;
  readonly reads: number;
  readonly failed: number;
  readonly grownMiB: number;
  readonly answers: StrangersReport;
}

/** Strangers send their most expensive bodies while honest people read their accounts. */
export async function* strangers({ small }: TortureOptions): AsyncGenerator<Finding> {
  bindLoad();
  const ms = (small ? 10 : 60) * second;
  for (const open of [openSqlite, openPostgres]) {
    const product = await withStore(open, (store) => besideStrangers(store, { ms }));
    const before = await control(open, Math.min(ms, 10 * second));
    yield {
      promise: `${strangerCount} strangers with the most expensive bodies: honest p99 at most ${honestAim.p99Ms} ms, the data grows by ${honestAim.grownMiB} MiB at most`,
      seen: toText(product),
      isKept: isKept(product),
      ...(before === undefined ? {} : { control: { seen: `version ${unprotected}: ${toText(before)}`, hasFailed: !isKept(before) } }),
    };
  }
}

function isKept({ p99, failed, grownMiB }: Seen): boolean {
  return p99 <= honestAim.p99Ms && failed === 0 && grownMiB <= honestAim.grownMiB;
}

function toText({ name, p50, p99, reads, failed, grownMiB, answers }: Seen & { readonly name: string }): string {
  const statuses = Object.entries(answers).map(([status, count]) => `${status === '0' ? 'cut' : status} ${count}`);
  return (
    `${name}: ${reads} honest reads, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ${failed} failed; ` +
    `grown by ${grownMiB.toFixed(1)} MiB; strangers were answered ${statuses.join(', ')}`
  );
}

/** Undefined if git does not have that version. */
async function control(open: () => Promise<Store>, ms: number): Promise<(Seen & { readonly name: string }) | undefined> {
  const root = join(mkdtempSync(join(tmpdir(), 'cedar-id-unprotected-')), 'version');
  try {
    const version = await checkOut(unprotected, root);
    return await withStore(open, (store) => besideStrangers(store, { ms, root: version.root }));
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function withStore(open: () => Promise<Store>, work: (store: Store) => Promise<Seen>): Promise<Seen & { readonly name: string }> {
  const store = await open();
  try {
    return { name: store.name, ...(await work(store)) };
  } finally {
    await store.close();
  }
}

async function besideStrangers(store: Store, { ms, root }: { readonly ms: number; readonly root?: string }): Promise<Seen> {
  const options = { dataDir: store.dataDir, cpu: serverCpu, ...(root === undefined ? {} : { root }) };
  const cookies = await signedInReaders({ ...options, env: { ...store.env, ENCRYPTION: 'off', RATE_FACTOR: '1000' } });
  const before = await store.size();
  const server = await startServerProcess({ ...options, env: store.env });
  try {
    const work: StrangersWork = { origin: server.origin, strangers: strangerCount };
    await readAccounts(server.origin, cookies, beforeMs);
    const worker = new Worker(new URL('strangers-at-work.ts', import.meta.url), { workerData: work });
    await once(worker, 'message');
    const reads = await readAccounts(server.origin, cookies, ms);
    worker.postMessage('stop');
    const [answers] = (await once(worker, 'message')) as [StrangersReport];
    await server.stop();
    return { ...reads, answers, grownMiB: (await store.size()) - before };
  } finally {
    await server.kill();
  }
}

async function signedInReaders(options: Parameters<typeof startServerProcess>[0]): Promise<readonly string[]> {
  const server = await startServerProcess(options);
  try {
    const cookies: string[] = [];
    for (let n = 0; n < readers; n += 1) {
      const person = connectHttp(server.origin);
      await person.register();
      cookies.push([...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    return cookies;
  } finally {
    await server.stop();
  }
}

async function readAccounts(
  origin: string,
  cookies: readonly string[],
  ms: number,
): Promise<Pick<Seen, 'p50' | 'p99' | 'reads' | 'failed'>> {
  const times: number[] = [];
  let failed = 0;
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + ms;
  await Promise.all(
    cookies.map(async (cookie, n) => {
      await delay((n * readEveryMs) / cookies.length);
      while (performance.now() < end) {
        const took = await timeOf({ origin, cookie, agent, address: `203.0.113.${n + 1}` });
        if (took === undefined) failed += 1;
        else times.push(took);
        await delay(Math.max(0, readEveryMs - (took ?? 0)));
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), reads: times.length + failed, failed };
}

/** Milliseconds to the complete account; undefined if it did not arrive. */
async function timeOf(read: {
  readonly origin: string;
  readonly cookie: string;
  readonly agent: Agent;
  readonly address: string;
}): Promise<number | undefined> {
  const { hostname, port } = new URL(read.origin.replace('localhost', '127.0.0.1'));
  const headers = { cookie: read.cookie, 'x-forwarded-for': read.address };
  const started = performance.now();
  try {
    const sent = request({
      agent: read.agent,
      hostname,
      port,
      path: '/api/account/metainfo',
      headers,
      signal: AbortSignal.timeout(30 * second),
    });
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode === 200 ? performance.now() - started : undefined;
  } catch {
    return undefined;
  }
}

async function openSqlite(): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-strangers-'));
  const files = (): number =>
    readdirSync(dataDir)
      .filter((name) => name.includes('.db'))
      .reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
  return {
    name: 'SQLite',
    env: development,
    dataDir,
    size: async () => files() / 2 ** 20,
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function openPostgres(): Promise<Store> {
  const pair = await startPostgresAlone('cedar');
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-strangers-'));
  return {
    name: 'PostgreSQL',
    env: { ...development, DATABASE_URL: pair.primaryUrl },
    dataDir,
    async size() {
      const [row] = await pair.query('primary', 'select pg_database_size(current_database())::bigint as bytes');
      return Number(row?.['bytes']) / 2 ** 20;
    },
    async close() {
      await pair.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
