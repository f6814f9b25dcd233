import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { startBareServer } from './bare.ts';
import { load, preparePosts, urlOf, type Load } from './load.ts';
import { median, type Row } from './report.ts';

const rounds = 3;
const begins = 10_000;

/** Options of a sign-in by passkey for one address, as often as a stranger who wants to fill a table, beside a bare route. */
export async function measurePasskeyBegin(server: ServerProcess): Promise<readonly Row[]> {
  const path = '/api/passkey/begin';
  const begun = {
    pid: server.pid,
    url: urlOf(server, path),
    requests: [await preparePosts(server, { path, bodies: [{ purpose: 'signIn' }] })],
  };
  await using bareServer = await startBareServer('bare-check', { path: '/check', args: [join(server.dataDir, 'cedar.db')] });
  const body = JSON.stringify({ phone: '18000000000' });
  const bare = {
    pid: bareServer.pid,
    url: bareServer.url,
    requests: [[{ method: 'POST', headers: { 'content-type': 'application/json' }, body } as const]],
  };
  await load(begun, begins);
  await load(bare, begins);
  const before = storedRows(server);
  const loads = { begun: [] as Load[], bare: [] as Load[] };
  for (let round = 0; round < rounds; round += 1) {
    loads.begun.push(await load(begun, begins));
    loads.bare.push(await load(bare, begins));
  }
  const of = (kind: keyof typeof loads, key: keyof Load): number => median(loads[kind].map((each) => each[key]));
  const [own, plain] = [of('begun', 'cpuMicroseconds'), of('bare', 'cpuMicroseconds')];
  return [
    {
      name: 'passkey begin: CPU',
      value: own / 1000,
      unit: 'ms',
      aim: { atMost: 0.2 },
      note: `a bare route with a look-up ${(plain / 1000).toFixed(3)} ms`,
    },
    {
      name: `passkey begin: CPU of ${begins} from one address`,
      value: (own * begins) / 1e6,
      unit: 's',
      aim: { atMost: 2 },
      note: `bare ${((plain * begins) / 1e6).toFixed(2)} s`,
    },
    {
      name: `passkey begin: rows of ${rounds * begins}`,
      value: storedRows(server) - before,
      unit: '',
      aim: { atMost: 0 },
      note: 'in all tables; the counters of rates lie elsewhere',
    },
    { name: 'passkey begin: p99 at full load', value: of('begun', 'p99'), unit: 'ms', note: `bare ${of('bare', 'p99')} ms` },
  ];
}

function storedRows({ dataDir }: ServerProcess): number {
  using database = new DatabaseSync(join(dataDir, 'cedar.db'), { readOnly: true, timeout: 5000 });
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).all();
  return tables.reduce((sum, { name }) => sum + Number(database.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.['n']), 0);
}
