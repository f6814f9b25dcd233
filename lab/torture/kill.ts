import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#server/core/database/db.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import type { Registered } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { allWrite, connectLoad, countWrites, loadEnvironment, lookForLosses, moveWriters, signInWriters, startLoad } from './load.ts';
import { startPostgresAlone } from './postgres-pair.ts';
import { drawFrom, type Finding, type TortureOptions } from './round.ts';
import { createSingleWrites } from './single-writes.ts';

const accounts = 8;
const signOutLanes = 16;
/** The longest permitted start: a busy machine is no broken promise. */
const startLimitMs = 120_000;
/** Milliseconds for each database, if no number of writes is given. */
const limit = 60_000;
/**
 * The longest life of a server after its first answers, milliseconds: a longer life spends a smaller share on starts.
 */
const longestLifeMs = { few: 1500, many: 10_000 };
/** More than any machine signs out in the time. */
const signOutsPerSecond = 1500;

interface Losses {
  readonly lost: number;
  readonly torn: number;
}

/** One life of a server. */
interface Life {
  /** From the moment at which every writer was answered. */
  readonly ms: number;
  /** Whether accounts are registered too, which takes much processor time from the other writes. */
  readonly registers?: boolean;
  /** Before the next start. */
  readonly meanwhile?: (() => Promise<void>) | undefined;
}

/** A server that is killed while accounts are written, and restarted on the data that it left. */
interface Victim {
  /** Lets the server write for a while and kills it; returns the data that its successor misses. */
  live(life: Life): Promise<Losses>;
  /** Another life, of a server with additional environment variables. */
  liveWith(env: Readonly<Record<string, string>>, life: Life): Promise<Losses>;
  counts(): { readonly changes: number; readonly signedOut: number; readonly registered: number };
  close(): Promise<void>;
}

/** `kill -9` of the real server under load. On PostgreSQL, every fourth time also of all database processes. */
export async function* kill(options: TortureOptions): AsyncGenerator<Finding> {
  yield await killOnSqlite(options);
  yield await killOnPostgres(options);
}

async function killOnSqlite(options: TortureOptions): Promise<Finding> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-kill-'));
  const victim = await startVictim({ dataDir });
  try {
    const { seen, isKept } = await killOften(victim, options);
    const early = { NODE_OPTIONS: `--import=${new URL('early-answers.ts', import.meta.url).href}` };
    const control = await victim.liveWith(early, { ms: 1000 });
    await victim.close();
    const file = new DatabaseSync(join(dataDir, sqliteFile));
    const integrity = String(file.prepare('pragma integrity_check').get()?.['integrity_check']);
    file.close();
    return {
      promise: 'SQLite: acknowledged writes survive kill -9; unanswered writes are there completely or not at all',
      seen: `${seen}; integrity ${integrity}`,
      isKept: isKept && integrity === 'ok',
      control: { seen: `answered before the commit: ${control.lost} lost`, hasFailed: control.lost > 0 },
    };
  } finally {
    await victim.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOnPostgres(options: TortureOptions): Promise<Finding> {
  const pair = await startPostgresAlone('cedar');
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-kill-'));
  const victim = await startVictim({ dataDir, databaseUrl: pair.url });
  async function killDatabase(): Promise<void> {
    await pair.kill('primary');
    await pair.start('primary');
  }
  try {
    const { seen, isKept } = await killOften(victim, options, killDatabase);
    for (const setting of ["synchronous_commit = 'off'", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"]) {
      await pair.query('primary', `alter system set ${setting}`);
    }
    await pair.query('primary', 'select pg_reload_conf()');
    const control = await victim.live({ ms: 1000, meanwhile: killDatabase });
    return {
      promise: 'PostgreSQL: the same, also when all database processes are killed with the server',
      seen,
      isKept,
      control: { seen: `synchronous_commit=off: ${control.lost} lost`, hasFailed: control.lost > 0 },
    };
  } finally {
    await victim.close();
    await pair.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOften(victim: Victim, { seed, kills, writes }: TortureOptions, killDatabase?: () => Promise<void>) {
  const draw = drawFrom(seed);
  const started = performance.now();
  const sums = { kills: 0, ofDatabase: 0, lost: 0, torn: 0 };
  const acknowledged = (): number => Object.values(victim.counts()).reduce((sum, count) => sum + count, 0);
  const isEnough = (): boolean => (writes > 0 ? acknowledged() >= writes : performance.now() > started + limit);
  while (sums.kills < kills || !isEnough()) {
    const ms = 20 + draw() * (writes > 0 ? longestLifeMs.many : longestLifeMs.few);
    const meanwhile = sums.kills % 4 === 3 ? killDatabase : undefined;
    const { lost, torn } = await victim.live({ ms, registers: sums.kills % 5 === 0, meanwhile });
    sums.kills += 1;
    sums.ofDatabase += meanwhile === undefined ? 0 : 1;
    sums.lost += lost;
    sums.torn += torn;
    if (writes > 0 && sums.kills % 10 === 0) console.log(`  ${acknowledged()} of ${writes} acknowledged, ${sums.kills} kills`);
  }
  const { changes, signedOut, registered } = victim.counts();
  return {
    seen:
      `${sums.kills} kills${killDatabase === undefined ? '' : `, ${sums.ofDatabase} of them with the database`}; ${acknowledged()} acknowledged ` +
      `(${changes} changes of profiles, ${signedOut} sign-outs, ${registered} registrations): ${sums.lost} lost, ${sums.torn} torn`,
    isKept: sums.lost + sums.torn === 0,
  };
}

async function startVictim(database: { readonly dataDir: string; readonly databaseUrl?: string }): Promise<Victim> {
  const { dataDir, databaseUrl } = database;
  const common = loadEnvironment();
  const env = { ...common, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  let server: ServerProcess = await startServerProcess({ dataDir, env, startLimitMs });
  const people: Registered[] = [];
  for (let n = 0; n < accounts; n += 1) people.push(await connectLoad(server.origin).register());
  const writers = await signInWriters([server.origin], people);
  const single = createSingleWrites(common.SECRET_KEY);

  /**
   * While the server runs, not when it is killed: a connection that stays would recover the file before the server
   * does.
   */
  async function inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const db = await openDatabase({ dataDir, databaseUrl, pool: { max: 2, waitMs: startLimitMs } });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }

  async function live({ ms, registers = false, meanwhile }: Life): Promise<Losses> {
    await inDatabase(async (db) => single.prepare(db, Math.ceil((ms / 1000) * signOutsPerSecond) + 100));
    const load = startLoad({ writers, refusals: [503], endsWithServer: true });
    const others = single.start(server.origin, { lanes: signOutLanes, registers });
    await allWrite(writers, 'a start');
    await delay(ms);
    await server.kill();
    await load.stop();
    await others.stop();
    await meanwhile?.();
    server = await startServerProcess({ dataDir, env, startLimitMs });
    moveWriters(writers, server.origin);
    const { lost, torn } = await lookForLosses(writers);
    return { lost: lost + (await inDatabase((db) => single.countLost(db))), torn };
  }

  return {
    live,
    async liveWith(more, life) {
      await server.kill();
      server = await startServerProcess({ dataDir, env: { ...env, ...more }, startLimitMs });
      moveWriters(writers, server.origin);
      return live(life);
    },
    counts: () => ({ changes: countWrites(writers), ...single.count() }),
    close: () => server.kill(),
  };
}
