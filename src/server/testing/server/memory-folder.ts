import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const leastBytes = 2 * 1024 ** 3;

/**
 * The folder for databases that end with their test: in memory where there is plenty, because a copy of the template
 * database takes a tenth of the time there; otherwise that of temporary files.
 */
export function folderForDatabases(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
