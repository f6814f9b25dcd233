import { setTimeout as delay } from 'node:timers/promises';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import {
  allWrite,
  connectLoad,
  countWrites,
  loadEnvironment,
  lookForLosses,
  signInWriters,
  startLoad,
  until,
  type Load,
  type Writer,
} from './load.ts';
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts';
import type { Finding } from './round.ts';

const writersPerInstance = 4;
/** The longest permitted start: a busy machine is no broken promise. */
const startLimitMs = 120_000;

/** Two instances on one pair of PostgreSQL servers, under load. */
interface Rig {
  readonly pair: PostgresPair;
  readonly instances: readonly ServerProcess[];
  readonly writers: readonly Writer[];
  readonly load: Load;
}

/**
 * Two instances on a PostgreSQL primary with a synchronous standby, under a load of writes: the primary restarts; the
 * standby goes away, and nothing may be acknowledged; the primary crashes and the standby is promoted.
 * @throws {Error} when an answer is neither 200 nor 503, or the instances do not heal without help
 */
export async function* failover(): AsyncGenerator<Finding> {
  const { seen, isKept } = await withRig(async (rig) => {
    const restart = await restartPrimary(rig);
    const wrongly = await withoutStandby(rig);
    const promotion = await crashPrimary(rig);
    await rig.load.stop();
    for (const instance of rig.instances) {
      if ((await connectHttp(instance.origin).raw({ method: 'GET', path: '/readyz' })).status !== 200) throw new Error(instance.output());
    }
    const { lost, torn } = await lookForLosses(rig.writers);
    const answers = JSON.stringify(Object.fromEntries(rig.load.codes));
    return {
      seen:
        `${restart}; ${promotion}; ${wrongly} acknowledged without the standby; ` +
        `${countWrites(rig.writers)} acknowledged, ${lost} lost; answers ${answers}, slowest ${rig.load.slowest.toFixed(0)} ms`,
      isKept: lost + torn + wrongly === 0,
    };
  });
  yield {
    promise:
      'PostgreSQL: acknowledged writes survive a restart, the loss of the standby and a failover; the instances recover without help',
    seen,
    isKept,
    control: await withRig(withAsynchronousStandby),
  };
}

async function withRig<Result>(work: (rig: Rig) => Promise<Result>): Promise<Result> {
  const pair = await startPostgresPair('cedar');
  const instances: ServerProcess[] = [];
  try {
    const env = { ...loadEnvironment(), DATABASE_URL: pair.url };
    const first = await startServerProcess({ env, startLimitMs });
    instances.push(first);
    const people = [];
    // While there is only one instance, it sends the codes.
    for (let n = 0; n < 2 * writersPerInstance; n += 1) people.push(await connectLoad(first.origin).register());
    instances.push(await startServerProcess({ env, startLimitMs }));
    const writers = await signInWriters(
      instances.map(({ origin }) => origin),
      people,
    );
    const load = startLoad({ writers, refusals: [503] });
    await until('writes', async () => writers.every(({ acknowledged }) => acknowledged > 20));
    return await work({ pair, instances, writers, load });
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await pair.close();
  }
}

/** The primary does not wait: the standby misses the writes made during its absence, and is promoted. */
async function withAsynchronousStandby({ pair, writers, load }: Rig): Promise<NonNullable<Finding['control']>> {
  await pair.query('primary', `alter system set synchronous_standby_names = ''`);
  await pair.query('primary', 'select pg_reload_conf()');
  await pair.crash('standby');
  await allWrite(writers, 'the loss of the standby');
  await load.stop();
  await pair.crash('primary');
  await pair.start('standby');
  await pair.promoteStandby();
  await until('the promoted standby', async () => (await writers[0]?.client.get('/account/metainfo'))?.code === 200);
  const { lost } = await lookForLosses(writers);
  return { seen: `the standby is asynchronous: ${lost} of ${writers.length} accounts lost a write`, hasFailed: lost > 0 };
}

async function restartPrimary({ pair, load, writers }: Rig): Promise<string> {
  await pair.restart('primary');
  // Writes acknowledged during the shutdown do not prove that the instances heal.
  const restarted = performance.now();
  await until('writes after a restart', async () => load.lastAcknowledgedAt > restarted);
  const ms = load.lastAcknowledgedAt - restarted;
  await allWrite(writers, 'a restart of the primary');
  return `first write ${ms.toFixed(0)} ms after a restart`;
}

/**
 * A commit that the standby lacks must not be acknowledged, however long the wait. Returns the number of writers that
 * were told of success anyway.
 */
async function withoutStandby({ pair, writers }: Rig): Promise<number> {
  await pair.crash('standby');
  // Commits that had reached the standby may still be answered.
  await delay(1000);
  const before = writers.map(({ acknowledged }) => acknowledged);
  await delay(8000);
  const wrongly = writers.filter(({ acknowledged }, n) => acknowledged !== before[n]).length;
  await pair.start('standby');
  await allWrite(writers, 'the return of the standby');
  return wrongly;
}

async function crashPrimary({ pair, load, writers }: Rig): Promise<string> {
  await until('replication', async () => {
    const [row] = await pair.query('primary', 'select sync_state from pg_stat_replication');
    return row?.['sync_state'] === 'sync';
  });
  await pair.crash('primary');
  await pair.promoteStandby();
  const promoted = performance.now();
  await until('writes after a failover', async () => load.lastAcknowledgedAt > promoted);
  const ms = load.lastAcknowledgedAt - promoted;
  await allWrite(writers, 'the failover');
  return `first write ${ms.toFixed(0)} ms after the promotion`;
}
