import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { startBareServer } from './bare.ts';
import { urlOf, connections, load, type Load, type Target } from './load.ts';
import type { Population } from './populate.ts';
import { median, type Row } from './report.ts';

const rounds = 3;

/** Reads of the account by all sessions in turn. */
export function readingOf(server: ServerProcess, { sessions }: Population): Target {
  const share = Math.floor(sessions.length / connections);
  const requests = Array.from({ length: connections }, (_list, n) =>
    sessions.slice(n * share, (n + 1) * share).map((token) => ({ method: 'GET', headers: { cookie: `sid=${token}` } }) as const),
  );
  return { pid: server.pid, url: urlOf(server, '/api/account/metainfo'), requests };
}

/**
 * The cost of reading a signed-in account's own data, alternating with a bare server, so that fluctuations of the
 * machine affect both.
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
  ];
}

async function sampleAccount(url: string, { sessions }: Population): Promise<unknown> {
  const response = await fetch(url, { headers: { cookie: `sid=${sessions[0]}` } });
  const { code, data }: { code: number; data: unknown } = JSON.parse(await response.text());
  if (code !== 200) throw new Error(`${url} answered ${code}`);
  return data;
}
