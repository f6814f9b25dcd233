import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServerProcess } from '#server/testing/server-process.ts';
import { startBareServer } from './bare.ts';
import { urlOf, connections, load, type Load, type Target } from './load.ts';
import type { Population } from './populate.ts';
import { median, type Row } from './report.ts';
import { saturate } from './saturate.ts';

const rounds = 3;
const rateRounds = 5;
const rateLoad = { connections, amount: 20_000 } as const;

/** Reads of the account by all sessions in turn. */
export function readingOf(server: ServerProcess, { sessions }: Population): Target {
  const share = Math.floor(sessions.length / connections);
  const requests = Array.from({ length: connections }, (_list, n) =>
    sessions.slice(n * share, (n + 1) * share).map((token) => ({ method: 'GET', headers: { cookie: `sid=${token}` } }) as const),
  );
  return { pid: server.pid, url: urlOf(server, '/api/account/metainfo'), requests };
}

/**
 * The cost of reading a signed-in account's own data, alternating with bare servers, so that fluctuations of the
 * machine affect all of them.
 */
export async function measureReadAccount(server: ServerProcess, population: Population): Promise<readonly Row[]> {
  const product = readingOf(server, population);
  const input = JSON.stringify(await sampleAccount(product.url, population));
  await using bareServer = await startBareServer('bare-server', { path: '/account', input });
  const bare: Target = { pid: bareServer.pid, url: bareServer.url, requests: [] };
  // By number, not by time: on a busy machine two seconds bring too few requests for the compiler to do its work.
  await load(product, 24_000);
  await load(bare, 8000);
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(product, 10_000));
    theirs.push(await load(bare, 10_000));
  }
  const of = (loads: readonly Load[], key: keyof Load): number => median(loads.map((each) => each[key]));
  return [
    {
      name: 'read the account: CPU per request',
      value: of(ours, 'cpuMicroseconds'),
      unit: 'µs',
      aim: { atMost: 60 },
      note: `${connections} connections; bare Fastify ${of(theirs, 'cpuMicroseconds').toFixed(0)} µs`,
    },
    { name: 'read the account: p50 at full load', value: of(ours, 'p50'), unit: 'ms' },
    { name: 'read the account: p99 at full load', value: of(ours, 'p99'), unit: 'ms' },
    ...(await measureRate(server, population)),
  ];
}

/**
 * The rate of a fully loaded server, compared with a bare node:http route with one prepared look-up in the same file.
 */
async function measureRate(server: ServerProcess, { sessions }: Population): Promise<readonly Row[]> {
  const path = join(server.dataDir, 'cedar.db');
  const product = {
    pid: server.pid,
    url: urlOf(server),
    paths: ['/api/account/metainfo'],
    headers: sessions.map((token) => `cookie: sid=${token}\r\n`),
  };
  await using bareServer = await startBareServer('bare-read', { path: '', args: [path] });
  const bare = { ...bareServer, paths: accountNumbers(path, sessions.length).map((number) => `/account/${number}`), headers: [] };
  await saturate(product, { connections, amount: 20_000 });
  await saturate(bare, { connections, amount: 20_000 });
  const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rateRounds; round += 1) {
    const [own, other] = [await saturate(product, rateLoad), await saturate(bare, rateLoad)];
    ours.push(own.perSecond);
    theirs.push(other.perSecond);
    ratios.push(own.perSecond / other.perSecond);
  }
  return [
    { name: 'read the account: requests', value: median(ours), unit: '1/s', note: `bare node:http ${median(theirs).toFixed(0)}/s` },
    { name: 'read the account: rate to bare node:http', value: median(ratios), unit: '×', aim: { atLeast: 0.55 } },
  ];
}

export function accountNumbers(path: string, count: number): readonly string[] {
  using database = new DatabaseSync(path, { readOnly: true });
  return database
    .prepare('select number from accounts limit ?')
    .all(count)
    .map(({ number }) => String(number));
}

async function sampleAccount(url: string, { sessions }: Population): Promise<unknown> {
  const response = await fetch(url, { headers: { cookie: `sid=${sessions[0]}` } });
  const { code, data }: { code: number; data: unknown } = JSON.parse(await response.text());
  if (code !== 200) throw new Error(`${url} answered ${code}`);
  return data;
}
