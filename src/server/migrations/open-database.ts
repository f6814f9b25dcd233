import type { Db } from '#server/core/database.ts';
import { tables } from '#server/core/database/tables.ts';
import * as platform from '#server/platform/db/open-database.ts';
import { rateWindows } from './0002-rate-windows.ts';
import { migrationsOf } from './index.ts';

const schema: platform.Schema = { tables, of: migrationsOf, counters: rateWindows };

/**
 * Opens the database of the product and brings it to this version.
 * @throws {DatabaseUnusable} when made by a newer version, or missing from a folder that had one
 */
export async function openDatabase(options: platform.DatabaseOptions): Promise<Db> {
  return platform.openDatabase(options, schema);
}

/**
 * The migrations that `openDatabase` would run; runs nothing, and creates no missing database.
 * @throws {DatabaseUnusable} for a database made by a newer version
 */
export async function pendingOf(options: platform.DatabaseOptions): Promise<readonly string[]> {
  return platform.pendingOf(options, schema);
}
