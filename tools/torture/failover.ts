import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectHttp, expectOk, type HttpClient, type Registered } from '#server/testing/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';

const writersPerInstance = 4;

/** One account that is written over and over, each time with the next number. */
interface Writer {
  readonly client: HttpClient;
  /** The last number that was answered with 200, and the last that was sent. */
  acknowledged: number;
  sent: number;
}

interface Load {
  readonly writers: readonly Writer[];
  /** How many answers of each code there were. */
  readonly codes: Map<number, number>;
  /** The slowest answer, milliseconds. */
  slowest: number;
  lastAcknowledgedAt: number;
  stop(): Promise<void>;
}

/**
 * Two instances on a PostgreSQL primary with a synchronous standby, under a load of writes: the primary restarts; the standby goes away, when
 * nothing may be acknowledged; the primary crashes and the standby is promoted. Prints what was seen.
 * @throws {Error} when an acknowledged write is lost, an answer is neither 200 nor 503, or the instances do not heal by themselves
 */
export async function failover(): Promise<void> {
  const pair = await startPostgresPair('cedar');
  const instances: ServerProcess[] = [];
  try {
    const env = { DATABASE_URL: pair.url, RATE_FACTOR: '100000', SECRET_KEY: randomBytes(32).toString('base64'), ENCRYPTION: 'off' };
    const first = await startServerProcess({ env });
    instances.push(first);
    const people = [];
    // While there is one instance, it is this one that sends the codes.
    for (let n = 0; n < 2 * writersPerInstance; n += 1) people.push(await connectHttp(first.origin).register());
    instances.push(await startServerProcess({ env }));
    const load = await startLoad(instances, people);
    await until('writes', async () => [...load.writers].every(({ acknowledged }) => acknowledged > 20));
    await restartPrimary(pair, load);
    await withoutStandby(pair, load);
    await crashPrimary(pair, load);
    await load.stop();
    await expectNothingLost(load);
    for (const instance of instances) {
      if ((await connectHttp(instance.origin).raw({ method: 'GET', path: '/readyz' })).status !== 200) throw new Error(instance.output());
    }
    const seen = JSON.stringify(Object.fromEntries(load.codes));
    console.log(`${load.codes.get(200) ?? 0} writes acknowledged, 0 lost; answers ${seen}; slowest ${load.slowest.toFixed(0)} ms`);
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await pair.close();
  }
}

async function restartPrimary(pair: PostgresPair, load: Load): Promise<void> {
  const started = performance.now();
  await pair.restart('primary');
  await until('writes after a restart', async () => load.lastAcknowledgedAt > started + 1);
  await allWrite(load, 'a restart of the primary');
  console.log(`restart of the primary: writes again after ${(load.lastAcknowledgedAt - started).toFixed(0)} ms`);
}

/** A commit that the standby has not got may not be acknowledged, however long the wait. */
async function withoutStandby(pair: PostgresPair, load: Load): Promise<void> {
  await pair.crash('standby');
  // What had reached the standby may still be answered.
  await delay(1000);
  const before = load.writers.map(({ acknowledged }) => acknowledged);
  await delay(8000);
  const wrongly = load.writers.filter(({ acknowledged }, n) => acknowledged !== before[n]).length;
  if (wrongly > 0) throw new Error(`${wrongly} writers were told that a write is safe while there was no standby`);
  await pair.start('standby');
  await allWrite(load, 'the return of the standby');
  console.log('without the standby nothing was acknowledged in 8 s; with it again, all writers write');
}

async function crashPrimary(pair: PostgresPair, load: Load): Promise<void> {
  await until('replication', async () => {
    const [row] = await pair.query('primary', 'select sync_state from pg_stat_replication');
    return row?.['sync_state'] === 'sync';
  });
  const started = performance.now();
  await pair.crash('primary');
  await pair.promoteStandby();
  const promoted = performance.now();
  await until('writes after a failover', async () => load.lastAcknowledgedAt > promoted);
  console.log(
    `failover: promoted after ${(promoted - started).toFixed(0)} ms, first write ${(load.lastAcknowledgedAt - promoted).toFixed(0)} ms later`,
  );
  await allWrite(load, 'the failover');
}

async function startLoad(instances: readonly ServerProcess[], people: readonly Registered[]): Promise<Load> {
  const writers: Writer[] = [];
  for (const [n, person] of people.entries()) {
    const client = connectHttp(instances[n % instances.length]?.origin ?? '');
    await client.prepare();
    expectOk(await client.signIn(person));
    writers.push({ client, acknowledged: 0, sent: 0 });
  }
  const over = new AbortController();
  const load: Load = {
    writers,
    codes: new Map(),
    slowest: 0,
    lastAcknowledgedAt: 0,
    async stop() {
      over.abort();
      await Promise.all(working);
    },
  };
  async function write(writer: Writer): Promise<void> {
    while (!over.signal.aborted) {
      writer.sent += 1;
      const started = performance.now();
      const { code } = await writer.client.post('/userinfo', { signature: `number ${writer.sent}` });
      load.slowest = Math.max(load.slowest, performance.now() - started);
      load.codes.set(code, (load.codes.get(code) ?? 0) + 1);
      if (code === 200) {
        writer.acknowledged = writer.sent;
        load.lastAcknowledgedAt = performance.now();
      } else if (code !== 503) throw new Error(`a write was answered ${code}`);
      else await delay(20);
    }
  }
  const working = writers.map((writer) => write(writer));
  for (const work of working) work.catch(() => undefined);
  return load;
}

async function allWrite({ writers }: Load, after: string): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged);
  await until(`all writers after ${after}`, async () => writers.every(({ acknowledged }, n) => acknowledged > (before[n] ?? 0)));
}

async function expectNothingLost({ writers }: Load): Promise<void> {
  for (const { client, acknowledged, sent } of writers) {
    const { data } = await client.get<{ signature: string }>('/account/metainfo');
    const stored = Number(data.signature.replace('number ', ''));
    // A write that was not answered may have been done.
    if (!(stored >= acknowledged && stored <= sent)) {
      throw new Error(`the write ${acknowledged} was acknowledged, and ${data.signature || 'nothing'} is stored`);
    }
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within a minute`);
    await delay(20);
  }
}
