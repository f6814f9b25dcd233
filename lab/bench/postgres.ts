import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import pg from 'pg';
import { connectHttp, expectOk, type Registered } from '#server/testing/server/http-client.ts';
import { setup, teardown } from '#server/testing/server/postgres-global-setup.ts';
import { templateDatabase } from '#server/testing/server/postgres-template.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { cpuSeconds, familyCpuSeconds } from './process.ts';
import { median, type Row } from './report.ts';

const people = 8;
/** Fewer than the pool has, so that no request waits for one. */
const connections = 8;
const seconds = 4;
const turns = 3;
const database = 'bench';

/** The work of PostgreSQL and the servers so far. */
interface Counted {
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly commits: number;
  readonly walBytes: number;
}

interface Bench {
  readonly servers: readonly ServerProcess[];
  readonly admin: pg.Client;
  readonly cookies: readonly string[];
  readonly registered: readonly Registered[];
}

/**
 * Over PostgreSQL, all on this machine: account reads by one process and by two, and the cost of an operation in
 * processor time of server and database, commits and log. No process is bound to a core: servers, database and load
 * share the cores.
 */
export async function measurePostgres(): Promise<readonly Row[]> {
  await setup();
  const adminUrl = process.env['TEST_POSTGRES_URL'] ?? '';
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${database} template "${templateDatabase}"`);
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const env = {
    DATABASE_URL: url.href,
    RATE_FACTOR: '100000',
    SECRET_KEY: 'K3x0mQ9vT7bYd2RfUw5ZcLh8Nj1PsGa4oEiVuXtM6qA=',
    ENCRYPTION: 'off',
  };
  const servers = [await startServerProcess({ env, startLimitMs: 120_000 })];
  try {
    const [first] = servers;
    if (first === undefined) throw new Error('there is no server');
    const registered: Registered[] = [];
    const cookies: string[] = [];
    for (let n = 0; n < people; n += 1) {
      const client = connectHttp(first.origin);
      registered.push(await client.register());
      cookies.push([...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    servers.push(await startServerProcess({ env, startLimitMs: 120_000 }));
    const bench = { servers, admin, cookies, registered };
    return [...(await measureInstances(bench)), ...(await measureOperations(bench))];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await admin.end();
    await teardown();
  }
}

async function measureInstances({ servers, cookies }: Bench): Promise<readonly Row[]> {
  const one: number[] = [];
  const two: number[] = [];
  await Promise.all(servers.map((server) => readFor(server, cookies, 2)));
  for (let round = 0; round < turns; round += 1) {
    one.push(await readFor(servers[0], cookies, seconds));
    const both = await Promise.all(servers.map((server) => readFor(server, cookies, seconds)));
    two.push(both.reduce((sum, each) => sum + each, 0));
  }
  return [
    { name: 'PostgreSQL, one process: reads', value: median(one) / seconds, unit: '1/s' },
    { name: 'PostgreSQL, two processes: reads', value: median(two) / seconds, unit: '1/s' },
    { name: 'two processes to one', value: median(two) / median(one), unit: '×' },
  ];
}

async function measureOperations(bench: Bench): Promise<readonly Row[]> {
  const { servers, cookies, registered } = bench;
  const [server] = servers;
  const [person] = registered;
  if (server === undefined || person === undefined) throw new Error('there is no server');
  const client = connectHttp(server.origin);
  await client.prepare();
  expectOk(await client.signIn(person));
  const operations: readonly (readonly [string, () => Promise<number>])[] = [
    ['read', () => readFor(server, cookies, seconds)],
    ['sign-in', () => signInOver(server, registered)],
    ['change of the profile', () => changeOver(client)],
  ];
  const rows: Row[] = [];
  for (const [name, run] of operations) {
    await run();
    const before = await count(bench, server);
    const total = await run();
    const after = await count(bench, server);
    const each = (key: keyof Counted): number => (after[key] - before[key]) / total;
    rows.push(
      { name: `${name}: CPU of the server`, value: each('serverCpu') * 1e6, unit: 'µs', note: `${total} of them` },
      { name: `${name}: CPU of PostgreSQL`, value: each('postgresCpu') * 1e6, unit: 'µs' },
      { name: `${name}: transactions`, value: each('commits'), unit: '' },
      { name: `${name}: log written`, value: each('walBytes'), unit: 'B' },
    );
  }
  return rows;
}

/** Number of answered reads. */
async function readFor(server: ServerProcess | undefined, cookies: readonly string[], lasting: number): Promise<number> {
  if (server === undefined) throw new Error('there is no server');
  let next = 0;
  const result = await autocannon({
    url: `${server.origin.replace('localhost', '127.0.0.1')}/api/account/metainfo`,
    connections,
    duration: lasting,
    setupClient: (client) => client.setRequests([{ method: 'GET', headers: { cookie: cookies[next++ % cookies.length] ?? '' } }]),
  });
  const bad = result.non2xx + result.errors;
  // On a busy machine a connection may come too late.
  if (bad > result['2xx'] / 100) throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`);
  return result['2xx'];
}

async function signInOver(server: ServerProcess, registered: readonly Registered[]): Promise<number> {
  const rounds = 4;
  for (let round = 0; round < rounds; round += 1) {
    for (const person of registered) {
      const client = connectHttp(server.origin);
      await client.prepare();
      expectOk(await client.signIn(person));
    }
  }
  return rounds * registered.length;
}

async function changeOver(client: ReturnType<typeof connectHttp>): Promise<number> {
  const changes = 300;
  for (let n = 0; n < changes; n += 1) expectOk(await client.post('/userinfo', { signature: `number ${n} ${Math.random()}` }));
  return changes;
}

async function count({ admin }: Bench, server: ServerProcess): Promise<Counted> {
  // PostgreSQL counts the work of a backend one second late.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8');
  const postmaster = Number(/^PPid:\s+(\d+)/m.exec(own)?.[1]);
  const { rows: totals } = await admin.query<{ commits: string; wal: string }>(
    `select xact_commit as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal from pg_stat_database where datname = $1`,
    [database],
  );
  return {
    serverCpu: cpuSeconds(server.pid),
    postgresCpu: familyCpuSeconds(postmaster),
    commits: Number(totals[0]?.commits),
    walBytes: Number(totals[0]?.wal),
  };
}
