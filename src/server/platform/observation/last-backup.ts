import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { second } from '#server/platform/clock.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'backup-verified');

/** Notes a backup that is good, by the time of a file: for the servers that share the folder. An older one changes nothing. */
export async function noteBackup(dataDir: string, madeAt: number): Promise<void> {
  if (((await lastBackupAt(dataDir)) ?? 0) >= madeAt) return;
  await writeFile(fileIn(dataDir), '');
  await utimes(fileIn(dataDir), madeAt / second, madeAt / second);
}

/** Milliseconds; undefined without one. */
export async function lastBackupAt(dataDir: string): Promise<number | undefined> {
  try {
    return (await stat(fileIn(dataDir))).mtimeMs;
  } catch {
    return undefined;
  }
}
