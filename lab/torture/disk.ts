import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Missing } from './round.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('power-cut.c', import.meta.url));

/** The behavior of the disk under the files of one folder. */
export interface DiskOptions {
  /** The library of `buildDisk`. */
  readonly library: string;
  /** The folder, without symbolic links. */
  readonly live: string;
  /** The folder that receives only synced data. */
  readonly kept?: string;
  /** The duration of a sync. */
  readonly syncMs?: number;
  /** A file that gets a letter for each sync: `m` from the main thread, `t` from another. */
  readonly syncs?: string;
  /**
   * The first sync that fails, counted from 1, and whether all later ones fail too. `failed` is a file that is created
   * then.
   */
  readonly failure?: { readonly from: number; readonly forEver: boolean; readonly failed: string };
}

/**
 * Builds the library that stands between a process and its disk.
 * @throws {Missing} without a C compiler
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
    // Calls by io_uring would bypass the library.
    UV_USE_IO_URING: '0',
    ...(kept === undefined ? {} : { DISK_KEPT: kept }),
    ...(syncs === undefined ? {} : { DISK_SYNCS: syncs }),
    ...(failure === undefined
      ? {}
      : { DISK_FAIL_FROM: String(failure.from), DISK_FAIL_ONCE: failure.forEver ? '0' : '1', DISK_FAILED: failure.failed }),
  };
}
