import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DatabaseUnusable } from './database-unusable.ts';
import type { Db } from './db.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { rateWindows } from './migrations/0002-rate-windows.ts';
import type { PoolLimits } from './postgres-db.ts';
import type { Database } from './schema.ts';
import { sqliteDb } from './sqlite-db.ts';
import { SqliteStore, type SqliteStoreOptions } from './sqlite-store.ts';

export interface DatabaseOptions {
  /** `postgres://…`, handed to pg as it is; undefined means SQLite in `dataDir` (contract 8). */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL only: at most `max` connections, and `waitMs` for one of them. */
  readonly pool?: PoolLimits;
}

const databaseFile = 'cedar.db';
const countersFile = 'rates.db';
/** Says that `databaseFile` has been made once: if it is missing later, it is lost and not new. */
const madeFile = 'cedar.db.made';
const countersVersion = 1;

/**
 * Opens the database and brings it to this version.
 * @throws {DatabaseUnusable} when it must not be opened: made by a newer version, or gone from a folder where it has been
 */
export async function openDatabase({ databaseUrl, dataDir, pool = { max: 10, waitMs: 1000 } }: DatabaseOptions): Promise<Db> {
  return databaseUrl === undefined ? await openSqlite(dataDir) : await openPostgres(databaseUrl, pool);
}

async function openPostgres(url: string, limits: PoolLimits): Promise<Db> {
  // The driver is loaded where it is used: it would add to every start on SQLite.
  const { migrationRoot, postgresDb } = await import('./postgres-db.ts');
  const root = migrationRoot(url);
  try {
    if ((await pendingMigrations(root, 'postgres')).length > 0) {
      await migrate(root, 'postgres');
    }
  } finally {
    await root.destroy();
  }
  return postgresDb(url, limits);
}

async function openSqlite(dataDir: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, databaseFile);
  const made = join(dataDir, madeFile);
  if (existsSync(made) && !existsSync(path)) {
    throw new DatabaseUnusable(
      `DATA_DIR had a database, but ${path} is missing: restore it from a backup, or remove ${made} to start with an empty one`,
    );
  }
  const store = await openStore(path, { durable: true });
  const counters = await openStore(join(dataDir, countersFile), { durable: false });
  const db = await sqliteDb({ path, store, counters });
  try {
    if ((await pendingMigrations(db.root, 'sqlite')).length > 0) {
      await migrate(db.root, 'sqlite');
    }
    await makeCountersTable(db.countersRoot);
    writeFileSync(made, '', { mode: 0o600 });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** The file is made before SQLite would, so that only its owner may read it; SQLite gives its companions the same mode. */
async function openStore(path: string, options: SqliteStoreOptions): Promise<SqliteStore> {
  closeSync(openSync(path, 'a', 0o600));
  if ((statSync(path).mode & 0o077) !== 0) {
    chmodSync(path, 0o600);
  }
  return await SqliteStore.open(path, options);
}

/** Counters are worth nothing after a while: a change of their table starts them anew instead of migrating them. */
async function makeCountersTable(root: Kysely<Pick<Database, 'rate_windows'>>): Promise<void> {
  const [row] = (await sql<{ user_version: number }>`pragma user_version`.execute(root)).rows;
  if (row?.user_version === countersVersion) {
    return;
  }
  await root.transaction().execute(async (trx) => {
    await trx.schema.dropTable('rate_windows').ifExists().execute();
    await rateWindows.up(trx);
    await sql`pragma user_version = ${sql.lit(countersVersion)}`.execute(trx);
  });
}
