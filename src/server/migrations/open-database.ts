import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#server/core/database/db.ts';
import { tables } from '#server/core/tables.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import * as platform from '#server/platform/db/open-database.ts';
import { pendingIn, type FoundDatabase } from '#server/platform/db/migrate.ts';
import { rowsIn } from '#server/platform/db/sqlite/sqlite-backup.ts';
import { readInstallation } from '#server/platform/installation/installation.repository.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { rateWindows } from './baseline/rate-windows.ts';
import { migrationsOf } from './index.ts';
import { statements } from './statements.ts';

const schema: platform.Schema = { tables, of: migrationsOf, counters: statements(rateWindows) };

/**
 * Opens the database of the product, makes a missing one, and brings it to this version: for the server, for `init`, and
 * for `migrations run` on a database that is there.
 * @throws {DatabaseUnusable} when made by a newer version or by other migrations, or missing from a folder that had one
 */
export async function openDatabase(options: platform.DatabaseOptions): Promise<Db> {
  return platform.openDatabase(options, schema);
}

/**
 * Opens a database that is there and of this version, and changes nothing of its schema: for every other command.
 * @throws {DatabaseUnusable} for any other one
 */
export async function openExisting(options: platform.DatabaseOptions): Promise<Db> {
  const pending = await pendingOf(options);
  if (pending.length > 0)
    throw new DatabaseUnusable(
      `the database is older than this program (to be run: ${pending.join(', ')}): make a backup, then npm run admin -- migrations run`,
    );
  return platform.openDatabase(options, schema);
}

/**
 * The migrations that `openDatabase` would run on a database that is there; runs nothing.
 * @throws {DatabaseUnusable} for one that is missing or empty, or was made by a newer version or by other migrations
 */
export async function pendingOf(options: platform.DatabaseOptions): Promise<readonly string[]> {
  const pending = await platform.pendingOf(options, schema);
  const isNew = pending.length === Object.keys(migrationsOf('sqlite')).length;
  if (isNew) throw new DatabaseUnusable(missing(options));
  return pending;
}

/** @throws {DatabaseUnusable} when there is no database on SQLite */
export function refuseMissingFile(dataDir: string): void {
  if (!existsSync(join(dataDir, platform.sqliteFile))) throw new DatabaseUnusable(missing({ databaseUrl: undefined, dataDir }));
}

function missing({ databaseUrl, dataDir }: platform.DatabaseOptions): string {
  const [what, setting] =
    databaseUrl === undefined
      ? [`there is no database in DATA_DIR (${join(dataDir, platform.sqliteFile)})`, 'DATA_DIR']
      : ['the database of DATABASE_URL is empty', 'DATABASE_URL'];
  return `${what}: set ${setting} to that of the server; a new one is made by the first start of the server, or by npm run admin -- init`;
}

/**
 * Does nothing for a database on SQLite that `openDatabase` would open.
 * @throws {DatabaseUnusable} for any other one
 */
export function refuseOther(found: FoundDatabase): void {
  pendingIn(found, Object.keys(migrationsOf('sqlite')));
}

/**
 * Opens the configured database, and reports an unreachable one in one sentence, without its URL, which holds a password.
 * @throws {ConfigError} also beside a file with accounts that nobody copied to it
 */
export async function openConfigured(
  open: (options: platform.DatabaseOptions) => Promise<Db>,
  options: platform.DatabaseOptions,
): Promise<Db> {
  const { databaseUrl, databasePooler = false, dataDir } = options;
  if (databaseUrl === undefined) return refuseMoved(await open({ databaseUrl, dataDir }), options);
  refuseBesideFile(dataDir);
  try {
    return await refuseMoved(await open({ databaseUrl, databasePooler, dataDir }), options);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw new ConfigError('DATABASE_URL', `must lead to a PostgreSQL database that lets us in: ${message}.`);
  }
}

/** Writes to a file that was copied, or to a part of a copy, would be lost. */
async function refuseMoved(db: Db, { databaseUrl, dataDir }: platform.DatabaseOptions): Promise<Db> {
  const { moved_to: other } = await readInstallation(db);
  if (other === null) return db;
  await db.close();
  throw new DatabaseUnusable(
    databaseUrl === undefined
      ? `the database in DATA_DIR (${dataDir}) was copied to ${other}: set DATABASE_URL. To go back before anybody used the copy: npm run admin -- copy-to undo --confirm`
      : `the database of DATABASE_URL is a part of a copy of ${other}: run npm run admin -- copy-to there until it is whole, or name another database`,
  );
}

/** A start on PostgreSQL beside a database of people in DATA_DIR is what everybody tries first to move. */
function refuseBesideFile(dataDir: string): void {
  const file = join(dataDir, platform.sqliteFile);
  if (!existsSync(file)) return;
  const [one] = rowsIn(file, 'installation');
  if (one?.['moved_to'] != null || rowsIn(file, 'accounts', 1).length === 0) return;
  throw new ConfigError(
    'DATABASE_URL',
    `must not be set beside a database with accounts, which ${file} is: bring them over with npm run admin -- copy-to DATABASE_URL ` +
      '(docs/operations.md, "Moves"), or set DATA_DIR to a folder without it.',
  );
}
