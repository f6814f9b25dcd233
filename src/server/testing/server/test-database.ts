import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '#server/core/database/db.ts';
import { tables } from '#server/core/tables.ts';
import { openDatabase as openAsThen, type DatabaseOptions } from '#server/platform/db/open-database.ts';
import { rateWindows } from '#server/migrations/baseline/rate-windows.ts';
import { migrationsOf } from '#server/migrations/index.ts';
import { statements } from '#server/migrations/statements.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { newId } from '#server/platform/ids.ts';
import { folderForDatabases } from './memory-folder.ts';
import { fillWithPast, type Past } from '#server/testing/past.ts';
import { templateDatabase } from './postgres-template.ts';

export interface TestDatabase {
  readonly db: Db;
  /** A fresh folder, also when the database is PostgreSQL. */
  readonly dataDir: string;
  /** The setting for `openDatabase` that opens the same database again, like a second instance. */
  readonly databaseUrl: string | undefined;
  close(): Promise<void>;
}

/**
 * A fresh, migrated database: SQLite in a temporary folder, or PostgreSQL when the environment has
 * TEST_DATABASE=postgres.
 */
export async function openTestDatabase({ durable = true }: Pick<DatabaseOptions, 'durable'> = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(folderForDatabases(), 'cedar-id-test-'));
  const created = process.env['TEST_DATABASE'] === 'postgres' ? await createPostgresDatabase() : undefined;
  if (created === undefined) await placeSqliteDatabase(dataDir);
  // Tests run hundreds of concurrent statements on a busy machine: none may fail for waiting.
  const db = await openDatabase({ databaseUrl: created?.url, dataDir, pool: { max: 10, waitMs: 20_000 }, durable });
  return {
    db,
    dataDir,
    databaseUrl: created?.url,
    async close() {
      await db.close();
      await created?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of PostgreSQL without tables. */
export async function openEmptyDatabase(): Promise<{ readonly databaseUrl: string; close(): Promise<void> }> {
  const { url, drop } = await createPostgresDatabase('template0');
  return { databaseUrl: url, close: drop };
}

/** The database of a past on the same engine, after the migrations since then. */
export async function openPastDatabase(past: Past): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(folderForDatabases(), 'cedar-id-past-'));
  const created = process.env['TEST_DATABASE'] === 'postgres' ? await createPostgresDatabase('template0') : undefined;
  const options = { databaseUrl: created?.url, dataDir, durable: false };
  const close = async (): Promise<void> => {
    await created?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const then = await openAsThen(options, {
      tables,
      of: (engine) => through(past.migration, migrationsOf(engine)),
      counters: statements(rateWindows),
    });
    await fillWithPast(then, past);
    await then.close();
    const db = await openDatabase(options);
    return { db, dataDir, databaseUrl: created?.url, close: async () => db.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

function through<Migration>(last: string, migrations: Readonly<Record<string, Migration>>): Readonly<Record<string, Migration>> {
  const names = Object.keys(migrations);
  if (!names.includes(last)) throw new Error(`no migration ${last}`);
  return Object.fromEntries(Object.entries(migrations).slice(0, names.indexOf(last) + 1));
}

/** A migrated database of this process, as its files. */
let template: Promise<readonly (readonly [name: string, content: Buffer])[]> | undefined;

/** The migrations took a fifth of the processor time of the server tests. */
async function placeSqliteDatabase(dataDir: string): Promise<void> {
  for (const [name, content] of await (template ??= makeTemplate())) await writeFile(join(dataDir, name), content, { mode: 0o600 });
}

async function makeTemplate(): Promise<readonly (readonly [string, Buffer])[]> {
  const dataDir = await mkdtemp(join(folderForDatabases(), 'cedar-id-template-'));
  try {
    const db = await openDatabase({ databaseUrl: undefined, dataDir, durable: false });
    await db.close();
    const names = await readdir(dataDir);
    return await Promise.all(names.map(async (name) => [name, await readFile(join(dataDir, name))] as const));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createPostgresDatabase(from = templateDatabase): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (adminUrl === undefined) {
    throw new Error('TEST_POSTGRES_URL is not set: postgres-global-setup.ts must run first');
  }
  const name = `test_${newId()}`;
  await asAdmin(adminUrl, `create database "${name}" template "${from}" strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => asAdmin(adminUrl, `drop database "${name}" with (force)`) };
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
