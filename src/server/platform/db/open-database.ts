import { chmodSync, closeSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { makeDataDir, unusableData } from './data-dir.ts';
import { DatabaseUnusable } from './database-unusable.ts';
import { TransactionScope, type Db } from './db.ts';
import { migrate, pendingMigrations, type MigrationsOf } from './migrate.ts';
import { parsePostgresUrl, type PostgresUrl } from './postgres/postgres-url.ts';
import type { PoolLimits, PostgresOptions } from './postgres/postgres-db.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import { sqliteDb } from './sqlite/sqlite-db.ts';
import { sqliteDialect } from './sqlite/sqlite-dialect.ts';
import type { AnyTable } from './tables/table.ts';
import { SqliteStore, type SqliteStoreOptions } from './sqlite/sqlite-store.ts';

export interface DatabaseOptions {
  /** `postgres://…`, of one host or several; undefined means SQLite in `dataDir` (contract 8). */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL only: whether there is a pooler in transaction mode. */
  readonly databasePooler?: boolean;
  /** PostgreSQL only: at most `max` connections, and `waitMs` for one of them. */
  readonly pool?: PoolLimits;
  /** SQLite only: whether a write waits for the disk. Only a database that nobody misses does without. */
  readonly durable?: boolean;
}

/** The tables of a database and the migrations that create them. */
export interface Schema {
  readonly tables: readonly AnyTable[];
  readonly of: MigrationsOf;
  /** Creates the table of the counters, which have a separate file on SQLite. */
  readonly counters: Migration;
}

/** The name of the SQLite file in DATA_DIR. */
export const sqliteFile = 'cedar.db';
/** That of the counters. */
export const countersFile = 'rates.db';
/** Marks that `sqliteFile` was created once: a missing file is then lost and not new. */
const madeFile = 'cedar.db.made';
const countersVersion = 1;

/**
 * Opens the database, makes a missing one, and brings it to this version.
 * @throws {DatabaseUnusable} when made by a newer version, missing from a folder that had one, damaged or not writable
 */
export async function openDatabase(options: DatabaseOptions, schema: Schema): Promise<Db> {
  const { databaseUrl, dataDir, databasePooler: pooled = false, pool = { max: 10, waitMs: 1000 }, durable = true } = options;
  if (databaseUrl === undefined) return await openSqlite({ dataDir, durable }, schema);
  return await openPostgres({ address: postgresUrlOf(databaseUrl), pooled }, pool, schema);
}

function postgresUrlOf(databaseUrl: string): PostgresUrl {
  const address = parsePostgresUrl(databaseUrl);
  if (address === undefined) throw new Error('the database URL is not one of PostgreSQL');
  return address;
}

/**
 * The migrations that `openDatabase` would run; runs nothing, and creates no missing database.
 * @throws {DatabaseUnusable} for a database made by a newer version
 */
export async function pendingOf(
  { databaseUrl, dataDir, databasePooler: pooled = false }: DatabaseOptions,
  { of: migrationsOf }: Pick<Schema, 'of'>,
): Promise<readonly string[]> {
  if (databaseUrl !== undefined) {
    const { migrationRoot } = await import('./postgres/postgres-db.ts');
    const root = migrationRoot({ address: postgresUrlOf(databaseUrl), pooled });
    try {
      return await pendingMigrations(root, 'postgres', migrationsOf);
    } finally {
      await root.destroy();
    }
  }
  const path = join(dataDir, sqliteFile);
  if (!isThere(path)) return Object.keys(migrationsOf('sqlite'));
  const store = await openStore(path, { durable: true });
  const scope = new TransactionScope();
  try {
    return await pendingMigrations(new Kysely<PlatformDatabase>({ dialect: sqliteDialect(store, scope) }), 'sqlite', migrationsOf);
  } catch (error) {
    throw unusableData(error, path);
  } finally {
    await store.close();
  }
}

async function openPostgres(options: PostgresOptions, limits: PoolLimits, { of: migrationsOf, tables }: Schema): Promise<Db> {
  // Imported on demand: the driver would slow every start on SQLite.
  const { migrationRoot, postgresDb } = await import('./postgres/postgres-db.ts');
  const root = migrationRoot(options);
  try {
    if ((await pendingMigrations(root, 'postgres', migrationsOf)).length > 0) {
      await migrate(root, 'postgres', migrationsOf);
    }
  } finally {
    await root.destroy();
  }
  return postgresDb(options, limits, tables);
}

async function openSqlite({ dataDir, durable }: { readonly dataDir: string; readonly durable: boolean }, schema: Schema): Promise<Db> {
  makeDataDir(dataDir);
  const path = join(dataDir, sqliteFile);
  const made = join(dataDir, madeFile);
  if (existsSync(made) && !existsSync(path)) {
    throw new DatabaseUnusable(
      `DATA_DIR had a database, but ${path} is missing: restore it from a backup, or remove ${made} to start with an empty one`,
    );
  }
  const store = await openStore(path, { durable });
  const counters = await openStore(join(dataDir, countersFile), { durable: false });
  const db = await sqliteDb({ path, store, counters, tables: schema.tables });
  try {
    if ((await pendingMigrations(db.root, 'sqlite', schema.of)).length > 0) {
      await migrate(db.root, 'sqlite', schema.of);
    }
    await makeCountersTable(db.countersRoot, schema.counters);
    writeFileSync(made, '', { mode: 0o600 });
    return db;
  } catch (error) {
    await db.close();
    throw unusableData(error, path);
  }
}

/** @throws {DatabaseUnusable} where this user may not look */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw unusableData(error, path);
  }
}

/** Creates the file before SQLite does, readable only by its owner; SQLite gives its companions the same mode. */
async function openStore(path: string, options: SqliteStoreOptions): Promise<SqliteStore> {
  try {
    closeSync(openSync(path, 'a', 0o600));
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return await SqliteStore.open(path, options);
  } catch (error) {
    throw unusableData(error, path);
  }
}

/** Counters are short-lived: a change of their table restarts them instead of migrating them. */
async function makeCountersTable(root: Kysely<Pick<PlatformDatabase, 'rate_windows'>>, counters: Migration): Promise<void> {
  const [row] = (await sql<{ user_version: number }>`pragma user_version`.execute(root)).rows;
  if (row?.user_version === countersVersion) {
    return;
  }
  await root.transaction().execute(async (trx) => {
    await trx.schema.dropTable('rate_windows').ifExists().execute();
    await counters.up(trx);
    await sql`pragma user_version = ${sql.lit(countersVersion)}`.execute(trx);
  });
}
