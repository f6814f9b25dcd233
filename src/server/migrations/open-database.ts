import type { Db } from '#server/core/database/db.ts';
import { tables } from '#server/core/tables.ts';
import * as platform from '#server/platform/db/open-database.ts';
import { pendingIn, type FoundDatabase } from '#server/platform/db/migrate.ts';
import { rateWindows } from './baseline/rate-windows.ts';
import { migrationsOf } from './index.ts';
import { statements } from './statements.ts';

const schema: platform.Schema = { tables, of: migrationsOf, counters: statements(rateWindows) };

/**
 * Opens the database of the product and brings it to this version.
 * @throws {DatabaseUnusable} when made by a newer version or by other migrations, or missing from a folder that had one
 */
export async function openDatabase(options: platform.DatabaseOptions): Promise<Db> {
  return platform.openDatabase(options, schema);
}

/**
 * The migrations that `openDatabase` would run; runs nothing, and creates no missing database.
 * @throws {DatabaseUnusable} for a database made by a newer version or by other migrations
 */
export async function pendingOf(options: platform.DatabaseOptions): Promise<readonly string[]> {
  return platform.pendingOf(options, schema);
}

/**
 * Does nothing for a database on SQLite that `openDatabase` would open.
 * @throws {DatabaseUnusable} for any other one
 */
export function refuseOther(found: FoundDatabase): void {
  pendingIn(found, Object.keys(migrationsOf('sqlite')));
}
