import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { ServerProcess } from '#server/testing/server-process.ts';
import type { Population } from './populate.ts';
import { cpuSeconds, serverCpu } from './process.ts';
import { median, type Row } from './report.ts';

const rounds = 3;
const connections = 16;
const bareScript = fileURLToPath(new URL('bare-server.ts', import.meta.url));

interface Target {
  readonly pid: number;
  readonly url: string;
  /** One list of cookies for each connection; empty where none is needed. */
  readonly cookies: readonly (readonly string[])[];
}

interface Load {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Reads of the account by all sessions in turn. */
export function readingOf(server: ServerProcess, { sessions }: Population): Target {
  const share = Math.floor(sessions.length / connections);
  const cookies = Array.from({ length: connections }, (_list, n) =>
    sessions.slice(n * share, (n + 1) * share).map((token) => `sid=${token}`),
  );
  return { pid: server.pid, url: `${server.origin.replace('localhost', '127.0.0.1')}/api/account/metainfo`, cookies };
}

/** What a signed-in account's own data costs, in turns with the bare server: the machine's moods meet both. */
export async function measureReadAccount(server: ServerProcess, population: Population): Promise<readonly Row[]> {
  const product = readingOf(server, population);
  await using bare = await startBareServer(await sampleAccount(product));
  // By number and not by time: on a busy machine two seconds are too few requests for the compiler to have done its work.
  await load(product, 24_000);
  await load(bare, 8000);
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(product, 10_000));
    theirs.push(await load(bare, 10_000));
  }
  const of = (loads: readonly Load[], key: keyof Load): number => median(loads.map((each) => each[key]));
  const bareNote = `bare Fastify ${of(theirs, 'perSecond').toFixed(0)}/s, ${of(theirs, 'cpuMicroseconds').toFixed(0)} µs`;
  return [
    {
      name: 'read the account: CPU per request',
      value: of(ours, 'cpuMicroseconds'),
      unit: 'µs',
      aim: { atMost: 60 },
      note: `${connections} connections`,
    },
    { name: 'read the account: requests', value: of(ours, 'perSecond'), unit: '1/s', note: bareNote },
    {
      name: 'read the account: rate to bare Fastify',
      value: of(ours, 'perSecond') / of(theirs, 'perSecond'),
      unit: '×',
      aim: { atLeast: 0.5 },
    },
    { name: 'read the account: p50 at full load', value: of(ours, 'p50'), unit: 'ms' },
    { name: 'read the account: p99 at full load', value: of(ours, 'p99'), unit: 'ms' },
  ];
}

/** So many requests, over all connections. */
export async function load({ pid, url, cookies }: Target, amount: number): Promise<Load> {
  let next = 0;
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections,
    amount,
    setupClient(client) {
      const own = cookies[next++ % Math.max(1, cookies.length)];
      if (own) client.setRequests(own.map((cookie) => ({ method: 'GET', headers: { cookie } })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`);
  return {
    perSecond: result.requests.total / result.duration,
    cpuMicroseconds: ((cpuSeconds(pid) - before) * 1e6) / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

async function sampleAccount({ url, cookies }: Target): Promise<unknown> {
  const response = await fetch(url, { headers: { cookie: cookies[0]?.[0] ?? '' } });
  const { code, data }: { code: number; data: unknown } = JSON.parse(await response.text());
  if (code !== 200) throw new Error(`${url} answered ${code}`);
  return data;
}

async function startBareServer(account: unknown): Promise<Target & AsyncDisposable> {
  const port = 20_000 + (process.pid % 20_000);
  const child = spawn('taskset', ['-c', String(serverCpu), process.execPath, bareScript, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(account));
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}/account`,
    cookies: [],
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
