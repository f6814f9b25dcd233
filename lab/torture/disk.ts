import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Missing } from './round.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('power-cut.c', import.meta.url));

/** How the disk behaves under the files of one folder. */
export interface DiskOptions {
  /** The library of `buildDisk`. */
  readonly library: string;
  /** The folder, without symbolic links. */
  readonly live: string;
  /** The folder that gets what has been synced, and nothing else. */
  readonly kept?: string;
  /** What a sync takes. */
  readonly syncMs?: number;
  /** A file that gets a letter for each sync: `m` from the main thread, `t` from another. */
  readonly syncs?: string;
  /** The first sync that fails, from 1, and whether all after it do. `failed` is a file that is made when it happens. */
  readonly failure?: { readonly from: number; readonly forEver: boolean; readonly failed: string };
}

/**
 * Builds the library that stands between a process and its disk.
 * @throws {Missing} where there is no C compiler
 */
export async function buildDisk(folder: string): Promise<string> {
  const library = join(folder, 'power-cut.so');
  if (process.platform !== 'linux') throw new Missing('only on Linux');
  try {
    await run('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new Missing('gcc is not installed');
    throw error;
  }
  return library;
}

/** The environment of a process on that disk. */
export function diskEnvironment({ library, live, kept, syncMs = 0, syncs, failure }: DiskOptions): Record<string, string> {
  return {
    LD_PRELOAD: library,
    DISK_LIVE: live,
    DISK_SYNC_US: String(Math.round(syncMs * 1000)),
    // Its calls would pass by the library.
    UV_USE_IO_URING: '0',
    ...(kept === undefined ? {} : { DISK_KEPT: kept }),
    ...(syncs === undefined ? {} : { DISK_SYNCS: syncs }),
    ...(failure === undefined
      ? {}
      : { DISK_FAIL_FROM: String(failure.from), DISK_FAIL_ONCE: failure.forEver ? '0' : '1', DISK_FAILED: failure.failed }),
  };
}
