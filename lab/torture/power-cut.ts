import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#server/migrations/open-database.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';
import { buildDisk, diskEnvironment, type DiskOptions } from './disk.ts';
import { drawFrom, type Finding, type TortureOptions } from './round.ts';
import type { StoreWork } from './store-writer.ts';

const program = fileURLToPath(new URL('store-writer.ts', import.meta.url));
const sector = 512;
const cutsPerDatabase = 10;
const failures = 12;

/** The store of one SQLite file under `root`, on the simulated disk. */
interface Rig {
  readonly library: string;
  readonly live: string;
  readonly kept: string;
  readonly journal: string;
  readonly failed: string;
  /** Begins with an empty, migrated database and an empty journal. */
  renew(): Promise<void>;
}

/** The data after a restart, compared with the acknowledged data. */
interface Aftermath {
  readonly acknowledged: number;
  readonly lost: number;
  /** Transactions of two rows of which only one remains. */
  readonly torn: number;
  readonly integrity: string;
  readonly last: number;
}

/**
 * The power is cut while the product's SQLite store writes: unsynced data is gone or partly there. And the disk refuses
 * a sync, once or permanently.
 */
export async function* powerCut({ seed, cuts }: TortureOptions): AsyncGenerator<Finding> {
  const root = mkdtempSync(join(realpathSync(existsSync('/dev/shm') ? '/dev/shm' : tmpdir()), 'cedar-id-cut-'));
  try {
    const rig = rigIn(root, await buildDisk(root));
    yield await cutOften(rig, { seed, cuts });
    yield await failSyncs(rig, seed);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function rigIn(root: string, library: string): Rig {
  const rig = { library, live: join(root, 'live'), kept: join(root, 'kept'), journal: join(root, 'journal'), failed: join(root, 'failed') };
  return {
    ...rig,
    async renew() {
      for (const path of [rig.live, rig.kept, rig.journal, rig.failed]) rmSync(path, { recursive: true, force: true });
      await (await openDatabase({ databaseUrl: undefined, dataDir: rig.live })).close();
      writeFileSync(rig.journal, '');
    },
  };
}

async function cutOften(rig: Rig, { seed, cuts }: Pick<TortureOptions, 'seed' | 'cuts'>): Promise<Finding> {
  const draw = drawFrom(seed);
  const sums = { acknowledged: 0, lost: 0, torn: 0, unsound: 0, checkpoints: 0 };
  let last = 0;
  let before = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    if (cut % cutsPerDatabase === 0) {
      await rig.renew();
      last = 0;
      before = 0;
    }
    const { hadCheckpoint } = await writeUntilCut(rig, { draw, from: last, takenOut: 'none' });
    const seen = await lookAt(rig);
    last = seen.last;
    sums.acknowledged += seen.acknowledged - before;
    before = seen.acknowledged;
    sums.lost += seen.lost;
    sums.torn += seen.torn;
    if (seen.integrity !== 'ok') sums.unsound += 1;
    if (hadCheckpoint) sums.checkpoints += 1;
  }
  return {
    promise: 'SQLite: acknowledged writes survive a power cut, transactions are complete, and the file is sound',
    seen:
      `${cuts} cuts, ${sums.checkpoints} after a checkpoint had begun: ${sums.acknowledged} acknowledged, ${sums.lost} lost, ` +
      `${sums.torn} torn, ${sums.unsound} files unsound`,
    isKept: sums.lost + sums.torn + sums.unsound === 0,
    control: await cutWithoutWaiting(rig, draw),
  };
}

async function cutWithoutWaiting(rig: Rig, draw: () => number): Promise<NonNullable<Finding['control']>> {
  await rig.renew();
  await writeUntilCut(rig, { draw, from: 0, takenOut: 'no-wait' });
  const { acknowledged, lost } = await lookAt(rig);
  return { seen: `commits do not wait for the disk: ${lost} of ${acknowledged} lost in one cut`, hasFailed: lost > 0 };
}

async function failSyncs(rig: Rig, seed: number): Promise<Finding> {
  const draw = drawFrom(seed + 1);
  let acknowledged = 0;
  let lost = 0;
  let failed = 0;
  for (let n = 0; n < failures; n += 1) {
    const seen = await writeUntilFailure(rig, { draw, forEver: n % 2 === 0, takenOut: 'none' });
    acknowledged += seen.acknowledged;
    lost += seen.lost + seen.torn + (seen.integrity === 'ok' ? 0 : 1);
    failed += seen.hasFailed ? 1 : 0;
  }
  const deaf = await writeUntilFailure(rig, { draw, forEver: false, takenOut: 'deaf' });
  return {
    promise: 'SQLite: after a failed sync (EIO), only writes on the disk are acknowledged',
    seen: `${failed} failures of ${failures}, every second one for a single call: ${acknowledged} acknowledged, ${lost} lost`,
    isKept: lost === 0 && failed === failures && acknowledged > 0,
    control: { seen: `the error is ignored: ${deaf.lost} of ${deaf.acknowledged} lost`, hasFailed: deaf.lost > 0 },
  };
}

interface CutOptions {
  readonly draw: () => number;
  readonly from: number;
  readonly takenOut: StoreWork['takenOut'];
}

/** Leaves the remains of a power cut in `live`, some time after the first acknowledgement. */
async function writeUntilCut(rig: Rig, { draw, from, takenOut }: CutOptions): Promise<{ readonly hadCheckpoint: boolean }> {
  keepAll(rig);
  const started = statSync(join(rig.kept, sqliteFile)).mtimeMs;
  const size = statSync(rig.journal).size;
  const work = { from, takenOut, writers: 1 + Math.floor(draw() * 32) };
  const writer = startWriter(rig, work, { syncMs: draw() * 4 });
  const wait = draw() * 900;
  await writer.until(() => statSync(rig.journal).size > size);
  await delay(wait);
  await writer.kill();
  const hadCheckpoint = statSync(join(rig.kept, sqliteFile)).mtimeMs > started;
  cutPower(rig, draw);
  return { hadCheckpoint };
}

async function writeUntilFailure(
  rig: Rig,
  { draw, forEver, takenOut }: { readonly draw: () => number; readonly forEver: boolean; readonly takenOut: StoreWork['takenOut'] },
): Promise<Aftermath & { readonly hasFailed: boolean }> {
  await rig.renew();
  keepAll(rig);
  const failure = { from: 5 + Math.floor(draw() * 100), forEver, failed: rig.failed };
  const writer = startWriter(rig, { from: 0, takenOut, writers: 8 }, { syncMs: draw() * 4, failure });
  await writer.until(() => existsSync(rig.failed));
  await delay(300);
  await writer.kill();
  cutPower(rig, draw);
  return { ...(await lookAt(rig)), hasFailed: existsSync(rig.failed) };
}

function startWriter(rig: Rig, work: Pick<StoreWork, 'from' | 'takenOut' | 'writers'>, disk: Pick<DiskOptions, 'syncMs' | 'failure'>) {
  const all: StoreWork = { dataDir: rig.live, journal: rig.journal, ...work };
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], WORK: JSON.stringify(all), ...diskEnvironment({ ...rig, ...disk }) },
  });
  const exited = once(child, 'exit');
  return {
    async until(isSo: () => boolean): Promise<void> {
      const deadline = performance.now() + 60_000;
      while (!isSo()) {
        if (child.exitCode !== null) throw new Error('the writer ended too early');
        if (performance.now() > deadline) throw new Error('the writer did not reach the expected state in time');
        await delay(2);
      }
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** All files present before the start are on the platter. */
function keepAll({ live, kept }: Rig): void {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  for (const name of filesOf(live)) copyFileSync(join(live, name), join(kept, name));
}

/**
 * Replaces the files by the contents of the disk: in one half of the cuts only the synced data, in the other half also
 * some of the sectors that were on their way. The file behind mapped shared memory sometimes stays, outdated.
 */
function cutPower({ live, kept }: Rig, draw: () => number): void {
  const share = draw() < 0.5 ? 0 : draw();
  const leavesSharedMemory = draw() < 0.5;
  for (const name of readdirSync(live)) {
    const path = join(live, name);
    const keptPath = join(kept, name);
    if (name.endsWith('-shm')) {
      if (!leavesSharedMemory) rmSync(path);
    } else if (!existsSync(keptPath)) rmSync(path);
    else if (share === 0) copyFileSync(keptPath, path);
    else writeFileSync(path, mixed(readFileSync(keptPath), { live: readFileSync(path), share, draw }));
  }
}

function mixed(
  kept: Buffer,
  { live, share, draw }: { readonly live: Buffer; readonly share: number; readonly draw: () => number },
): Buffer {
  const size = draw() < 0.5 ? kept.length : live.length;
  const result = Buffer.alloc(size);
  kept.copy(result);
  for (let at = 0; at < Math.min(size, live.length); at += sector) {
    const now = live.subarray(at, at + sector);
    if (!now.equals(kept.subarray(at, at + sector)) && draw() < share) now.copy(result, at);
  }
  return result;
}

/** Opens a copy as the product does: `live` continues as the cut has left it. */
async function lookAt({ live, kept, journal }: Rig): Promise<Aftermath> {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  for (const name of readdirSync(live)) copyFileSync(join(live, name), join(kept, name));
  const db = await openDatabase({ databaseUrl: undefined, dataDir: kept });
  const rows = await db.q().selectFrom('claims').select(['kind', 'id']).execute();
  await db.close();
  const file = new DatabaseSync(join(kept, sqliteFile));
  const integrity = String(file.prepare('pragma integrity_check').get()?.['integrity_check']);
  file.close();
  const kinds = Map.groupBy(rows, ({ id }) => Number(id));
  const acknowledged = readFileSync(journal, 'utf8').trim().split('\n').filter(Boolean).map(Number);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((number) => !kinds.has(number)).length,
    torn: [...kinds].filter(([number, found]) => found.length !== (number % 4 === 0 ? 1 : 2)).length,
    integrity,
    last: Math.max(maximum(acknowledged), maximum([...kinds.keys()])),
  };
}

function maximum(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !name.endsWith('-shm'));
}
