import { statfsSync } from 'node:fs';

/** Free space of the disk with a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** With less, the next write may fail. */
export const leastFreeBytes = 16 * 1024 ** 2;
