import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import type { Registered } from '#server/testing/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { connectLoad, countWrites, loadEnvironment, lookForLosses, moveWriters, signInWriters, startLoad, type Writer } from './load.ts';
import { startPostgresAlone } from './postgres-pair.ts';
import { drawFrom, type Finding, type TortureOptions } from './round.ts';

const cycles = 20;
const accounts = 8;
/** How long a start may take: a busy machine is no broken promise. */
const startLimitMs = 120_000;
/** Without a wished number of writes, milliseconds for each database. */
const limit = 60_000;

/** A server that is killed while accounts are written, and started again on what it left. */
interface Victim {
  readonly writers: readonly Writer[];
  /** Kills it some time after the load began, and does `meanwhile` before the next start. */
  cycle(afterMs: number, meanwhile?: () => Promise<void>): Promise<{ readonly lost: number; readonly torn: number }>;
  close(): Promise<void>;
}

/** `kill -9` of the real server under load, and on PostgreSQL every fourth time of the database too. */
export async function* kill(options: TortureOptions): AsyncGenerator<Finding> {
  yield await killOnSqlite(options);
  yield await killOnPostgres(options);
}

async function killOnSqlite(options: TortureOptions): Promise<Finding> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-kill-'));
  const victim = await startVictim({}, dataDir);
  try {
    const { seen, isKept } = await killOften(victim, options);
    const control = await victim.cycle(1000, async () => rmSync(join(dataDir, `${sqliteFile}-wal`)));
    await victim.close();
    const file = new DatabaseSync(join(dataDir, sqliteFile));
    const integrity = String(file.prepare('pragma integrity_check').get()?.['integrity_check']);
    file.close();
    return {
      promise: 'SQLite: what was acknowledged survives kill -9; what was not answered is there wholly or not at all',
      seen: `${seen}; integrity ${integrity}`,
      isKept: isKept && integrity === 'ok',
      control: { seen: `the log is thrown away: ${control.lost} of ${accounts} accounts lost a write`, hasFailed: control.lost > 0 },
    };
  } finally {
    await victim.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOnPostgres(options: TortureOptions): Promise<Finding> {
  const pair = await startPostgresAlone('cedar');
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-kill-'));
  const victim = await startVictim({ DATABASE_URL: pair.url }, dataDir);
  async function crash(): Promise<void> {
    await pair.crash('primary');
    await pair.start('primary');
  }
  try {
    const { seen, isKept } = await killOften(victim, options, crash);
    for (const setting of ["synchronous_commit = 'off'", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"]) {
      await pair.query('primary', `alter system set ${setting}`);
    }
    await pair.query('primary', 'select pg_reload_conf()');
    const control = await victim.cycle(1000, crash);
    return {
      promise: 'PostgreSQL: the same, and when the database is killed with the server',
      seen,
      isKept,
      control: { seen: `synchronous_commit=off: ${control.lost} of ${accounts} accounts lost a write`, hasFailed: control.lost > 0 },
    };
  } finally {
    await victim.close();
    await pair.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOften(victim: Victim, { seed, writes }: TortureOptions, crash?: () => Promise<void>) {
  const draw = drawFrom(seed);
  const started = performance.now();
  const sums = { cycles: 0, lost: 0, torn: 0 };
  const isEnough = (): boolean => (writes > 0 ? countWrites(victim.writers) >= writes : performance.now() > started + limit);
  while (sums.cycles < cycles || !isEnough()) {
    const { lost, torn } = await victim.cycle(20 + draw() * (writes > 0 ? 5000 : 1500), sums.cycles % 4 === 3 ? crash : undefined);
    sums.cycles += 1;
    sums.lost += lost;
    sums.torn += torn;
  }
  return {
    seen: `${sums.cycles} kills, ${countWrites(victim.writers)} acknowledged: ${sums.lost} lost, ${sums.torn} torn`,
    isKept: sums.lost + sums.torn === 0,
  };
}

async function startVictim(database: Readonly<Record<string, string>>, dataDir: string): Promise<Victim> {
  const env = { ...loadEnvironment(), ...database };
  let server: ServerProcess = await startServerProcess({ dataDir, env, startLimitMs });
  const people: Registered[] = [];
  for (let n = 0; n < accounts; n += 1) people.push(await connectLoad(server.origin).register());
  const writers = await signInWriters([server.origin], people);
  return {
    writers,
    async cycle(afterMs, meanwhile) {
      const load = startLoad({ writers, refusals: [503], endsWithServer: true });
      await delay(afterMs);
      await server.kill();
      await load.stop();
      await meanwhile?.();
      server = await startServerProcess({ dataDir, env, startLimitMs });
      moveWriters(writers, server.origin);
      return lookForLosses(writers);
    },
    close: () => server.kill(),
  };
}
