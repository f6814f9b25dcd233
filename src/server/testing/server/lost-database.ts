import { sql } from 'kysely';
import pg from 'pg';
import type { TestApp } from './test-app.ts';

/**
 * Runs `work` while the database is gone: PostgreSQL ends all connections and takes none, SQLite has become read-only, as
 * on a disk that fails.
 */
export async function whileDatabaseIsGone({ db, config }: Pick<TestApp, 'db' | 'config'>, work: () => Promise<void>): Promise<void> {
  const name = config.databaseUrl === undefined ? undefined : new URL(config.databaseUrl).pathname.slice(1);
  const set = (isThere: boolean) => (name === undefined ? letWrite({ db }, isThere) : letConnect(name, isThere));
  await set(false);
  try {
    await work();
  } finally {
    await set(true);
  }
}

async function letWrite({ db }: Pick<TestApp, 'db'>, isThere: boolean): Promise<void> {
  await sql.raw(`pragma query_only = ${isThere ? 'off' : 'on'}`).execute(db.q());
}

async function letConnect(name: string, isThere: boolean): Promise<void> {
  const admin = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await admin.connect();
  try {
    await admin.query(`alter database "${name}" with allow_connections ${isThere}`);
    if (!isThere) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await admin.end();
  }
}
