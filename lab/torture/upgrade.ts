import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { loadEnvironment, until } from './load.ts';
import { startPostgresAlone } from './postgres-pair.ts';
import type { Finding, TortureOptions } from './round.ts';
import { startTraffic, type Traffic } from './traffic.ts';
import { checkOut, copyWith, type Version } from './versions.ts';

const run = promisify(execFile);
/** The longest permitted start: a busy machine is no broken promise. */
const startLimitMs = 120_000;
/** How often every action must be done in a phase before the next. */
const timesEach = 5;

/** How often the new version is then replaced by the same version: whether an end goes unnoticed is a matter of moments. */
const moreReplacements = 4;

/**
 * The most that a release may change in the tables while the previous version runs: every table has one more column.
 */
const expanding = `
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('alter table %I add column planted text default ''''', name);
    end loop;
  end $$`;
/** A forbidden change. */
const contracting = 'alter table accounts rename column signature to about';

/** The previous version, alone on an empty database and under load. */
interface Rig {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly old: ServerProcess;
  readonly traffic: Traffic;
}

/**
 * Replaces a version by the next one under load, following docs/operations.md: migrations beside the running instance,
 * a new instance beside it, SIGTERM for the old one. The new version is this one plus a migration that adds a column to
 * each table.
 * @throws {Missing} if git does not know the previous version
 */
export async function* upgrade({ from }: TortureOptions): AsyncGenerator<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-upgrade-'));
  try {
    const old = await checkOut(from, join(folder, 'old'));
    const next = await copyWith(expanding, join(folder, 'new'));
    const seen = await withRig(old, async (rig) => replace(rig, next));
    const wrong = await copyWith(contracting, join(folder, 'wrong'));
    yield {
      promise: 'a version is replaced by the next one under load: no call fails, no one is signed out, no data is lost',
      seen: `from ${old.name}; ${seen.text}`,
      isKept: seen.isKept,
      control: await withRig(old, async (rig) => contract(rig, wrong)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withRig<Result>({ root }: Version, work: (rig: Rig) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgresAlone('cedar');
  // Shared, and with it the outbox of development: any instance may send a code.
  const dataDir = await mkdtemp(join(tmpdir(), 'cedar-id-upgrade-'));
  const env = { ...loadEnvironment(), DATABASE_URL: postgres.primaryUrl };
  const old = await startServerProcess({ root, dataDir, env, startLimitMs }).catch(async (error: unknown) => {
    await postgres.close();
    throw error;
  });
  const traffic = await startTraffic(old.origin);
  try {
    return await work({ env, dataDir, old, traffic });
  } finally {
    await traffic.stop();
    await old.kill();
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function replace(rig: Rig, next: Version): Promise<{ readonly text: string; readonly isKept: boolean }> {
  const { env, old, traffic } = rig;
  await everythingIsDone(traffic);
  traffic.enter('its tables changed');
  const migrations = await migrate(next, env);
  await everythingIsDone(traffic);
  const exitCodes: (number | null)[] = [];
  let instance = old;
  try {
    for (let turn = 0; turn <= moreReplacements; turn += 1) {
      traffic.enter(turn === 0 ? 'beside the new' : `beside the new again (${turn})`);
      const replaced = instance;
      instance = await startServerProcess({ root: next.root, dataDir: rig.dataDir, env, startLimitMs });
      traffic.add(instance.origin);
      await everythingIsDone(traffic);
      traffic.enter(turn === 0 ? 'ended' : `ended again (${turn})`);
      exitCodes.push(await replaced.stop());
      await everythingIsDone(traffic);
      traffic.remove(replaced.origin);
    }
    await traffic.stop();
    const lost = await traffic.countLost();
    return {
      text: `${migrations} migrations; ${traffic.report()}; ${lost} changes lost; exit codes ${exitCodes.join(', ')}`,
      isKept: traffic.failures.length === 0 && lost === 0 && exitCodes.every((code) => code === 0),
    };
  } finally {
    await instance.kill();
  }
}

/** The next version takes something away that the running one needs. */
async function contract({ env, traffic }: Rig, wrong: Version): Promise<NonNullable<Finding['control']>> {
  await everythingIsDone(traffic);
  await migrate(wrong, env);
  await until('an answer to a table that has changed', async () => traffic.failures.length > 0);
  await traffic.stop();
  return { seen: `a migration renames a column: ${traffic.failures[0] ?? 'nothing failed'}`, hasFailed: traffic.failures.length > 0 };
}

async function everythingIsDone(traffic: Traffic): Promise<void> {
  await until(`everything ${timesEach} times`, async () => traffic.fewest() >= timesEach || traffic.failures.length > 100, 300_000);
}

/** Migrates as an operator does; returns the number of migrations. */
async function migrate({ root }: Version, env: Readonly<Record<string, string>>): Promise<number> {
  const { stdout } = await run(process.execPath, ['src/server/admin/main.ts', 'migrations', 'run'], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env },
  });
  return stdout.split(',').length;
}
