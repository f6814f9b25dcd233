import { mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { DatabaseUnusable } from './database-unusable.ts';
import { primaryCode } from './sqlite/sqlite-store.ts';

/** Codes of the operating system, and primary codes of SQLite. */
const denied: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOENT', 3, 8, 14];
const damaged: readonly unknown[] = [11, 26];
const unread = 10;

/**
 * Makes a folder for the data, with those above it. `mkdirSync` with `recursive` never ends where the system refuses a
 * folder as missing, as below /proc.
 * @throws {DatabaseUnusable} when it cannot be made
 */
export function makeDataDir(dataDir: string): void {
  const path = resolve(dataDir);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeDataDir(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw unusableData(error, path);
  }
}

/** What an operator does about a file or folder of DATA_DIR that does not open; the error itself where that is unknown. */
export function unusableData(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnusable) return error;
  const code = primaryCode(error) ?? ('code' in error ? error.code : undefined);
  if (damaged.includes(code))
    return new DatabaseUnusable(
      `${path} is damaged (${error.message}): restore a backup into another folder, npm run admin -- restore FOLDER --into DIRECTORY`,
      { cause: error },
    );
  if (code === unread)
    return new DatabaseUnusable(`${path} cannot be read (${error.message}): look at the disk and its mount`, { cause: error });
  if (!denied.includes(code)) return error;
  return new DatabaseUnusable(
    `${path} of DATA_DIR cannot be opened for writing by the user ${ownName()} (${error.message}): run this as the user of the service (cedar-id-admin), give the folder to that user (chown), or set DATA_DIR to another one`,
    { cause: error },
  );
}

/** A container may run as a user without a name. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
