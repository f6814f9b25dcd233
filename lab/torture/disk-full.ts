import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import {
  connectLoad,
  countWrites,
  loadEnvironment,
  lookForLosses,
  moveWriters,
  signInWriters,
  startLoad,
  until,
  type Load,
} from './load.ts';
import { Missing, type Finding } from './round.ts';

const run = promisify(execFile);
const size = '6m';
const accounts = 8;
const fullMs = 3000;
/** The longest wait for a write after space has returned, milliseconds. */
const recoveryLimit = 5000;

/** The disk of the SQLite database fills up under load, and has space again. Needs the right to mount. */
export async function* diskFull(): AsyncGenerator<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-full-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'none', folder]).catch(() => {
      throw new Missing('mounting a small tmpfs is not allowed here');
    });
    try {
      yield await fillAndEmpty(folder);
    } finally {
      await run('umount', ['-l', folder]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillAndEmpty(folder: string): Promise<Finding> {
  const dataDir = join(folder, 'data');
  const env = loadEnvironment();
  let server = await startServerProcess({ dataDir, env });
  try {
    const people = [];
    for (let n = 0; n < accounts; n += 1) people.push(await connectLoad(server.origin).register());
    const writers = await signInWriters([server.origin], people);
    const load = startLoad({ writers, refusals: [500, 503] });
    await until('writes', async () => writers.every(({ acknowledged }) => acknowledged > 5));
    const filler = join(folder, 'filler');
    fill(filler);
    await until('a refused write', async () => refusals(load) >= accounts);
    const acknowledgedBefore = countWrites(writers);
    const refusedBefore = refusals(load);
    const reads = await readWhile(writers.map(({ client }) => client));
    const whileFull = { refused: refusals(load) - refusedBefore, acknowledged: countWrites(writers) - acknowledgedBefore };
    rmSync(filler);
    const emptied = performance.now();
    const before = writers.map(({ acknowledged }) => acknowledged);
    await until('writes after the return of space', async () => writers.every(({ acknowledged }, n) => acknowledged > (before[n] ?? 0)));
    const recovered = performance.now() - emptied;
    await load.stop();
    await server.kill();
    server = await startServerProcess({ dataDir, env });
    moveWriters(writers, server.origin);
    const { lost, torn } = await lookForLosses(writers);
    return {
      promise:
        'SQLite: on a full disk writes are refused and reads continue; no acknowledged write is lost; with free space, writes resume without a restart',
      seen:
        `full for ${fullMs / 1000} s: ${whileFull.refused} writes refused, ${whileFull.acknowledged} acknowledged, ` +
        `${reads.ok} reads answered, ${reads.failed} not; all write again ${recovered.toFixed(0)} ms after; ` +
        `after a kill -9 ${countWrites(writers)} acknowledged, ${lost} lost`,
      isKept: lost + torn + reads.failed === 0 && whileFull.refused > 0 && recovered < recoveryLimit,
    };
  } finally {
    await server.kill();
  }
}

/** Takes all remaining space, even if other writers take some meanwhile. */
function fill(path: string): void {
  const block = Buffer.alloc(4096);
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

function refusals({ codes }: Load): number {
  return (codes.get(500) ?? 0) + (codes.get(503) ?? 0);
}

async function readWhile(clients: readonly { get(path: string): Promise<{ readonly code: number }> }[]) {
  const reads = { ok: 0, failed: 0 };
  const end = performance.now() + fullMs;
  while (performance.now() < end) {
    for (const client of clients) {
      const { code } = await client.get('/account/metainfo');
      if (code === 200) reads.ok += 1;
      else reads.failed += 1;
    }
    await delay(10);
  }
  return reads;
}
