import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { second } from '#server/platform/clock.ts';
import { makeDataDir, unusableData } from '#server/platform/db/data-dir.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { busy, primaryCode } from './sqlite-store.ts';

/** Stays empty: only the lock on it counts. */
export const lockFile = 'server.lock';

/** A server that is being restarted may still be ending. */
const waitMs = 2 * second;

export interface DataDirLock {
  release(): void;
}

/**
 * Keeps other servers out of a folder with SQLite until this process ends. SQLite takes the lock from the operating
 * system, which releases it however the process ends, SIGKILL included. The lock is held as long as the returned object
 * is.
 * @throws {DatabaseUnusable} if another server has the folder, or this one may not write there
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeDataDir(dataDir);
  const path = join(dataDir, lockFile);
  const file = open(path);
  try {
    file.exec('begin exclusive');
  } catch (cause) {
    file.close();
    if (primaryCode(cause) !== busy) throw unusableData(cause, path);
    throw new DatabaseUnusable(
      `another server is running on DATA_DIR (${dataDir}). Stop that one, or set DATA_DIR to another folder. Several servers on one database need PostgreSQL (DATABASE_URL)`,
      { cause },
    );
  }
  return { release: () => file.close() };
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: waitMs });
  } catch (error) {
    throw unusableData(error, path);
  }
}
