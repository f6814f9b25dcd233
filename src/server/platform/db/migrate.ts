import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DatabaseUnusable } from './database-unusable.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/** An arbitrary number that no other advisory lock uses. */
const migrationLock = 0x6365_6461;

/**
 * How long a statement waits for a table lock: later statements queue behind it, and requests wait only 1 s for a
 * connection.
 */
const lockTimeoutMs = 500;
const retryPauseMs = 500;
const retryLimitMs = 60_000;
const lockNotAvailable = '55P03';
const deadlock = '40P01';

type Engine = 'sqlite' | 'postgres';

/** Every migration ever released, by name, in their order. */
export type MigrationsOf = (engine: Engine) => Readonly<Record<string, Migration>>;

/**
 * The names of the pending migrations.
 * @throws {DatabaseUnusable} when the database has had migrations unknown to this version
 */
export async function pendingMigrations(root: Kysely<PlatformDatabase>, engine: Engine, migrationsOf: MigrationsOf): Promise<string[]> {
  const known = Object.keys(migrationsOf(engine));
  const done = await doneMigrations(root, engine);
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DatabaseUnusable(
      `the database was made by a newer version of Cedar ID (it has ${unknown.join(', ')}): start that version, or restore a backup from before`,
    );
  }
  return known.filter((name) => !done.includes(name));
}

/**
 * Brings the database to this version: all pending migrations in one transaction, so that a failure leaves nothing
 * behind. On PostgreSQL, beside working instances, a table lock that is not available rolls everything back; it is
 * retried for a minute.
 */
export async function migrate(root: Kysely<PlatformDatabase>, engine: Engine, migrationsOf: MigrationsOf): Promise<void> {
  const { Migrator } = await import('kysely/migration');
  const run = async (db: Kysely<PlatformDatabase>): Promise<void> => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) {
      throw error;
    }
  };
  if (engine === 'sqlite') return await run(root);
  const deadline = performance.now() + retryLimitMs;
  for (;;) {
    try {
      await root.transaction().execute(async (trx) => {
        // One of several starting instances migrates. A lock of the transaction, because only transactions end reliably
        // behind a pooler.
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
        await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
        await run(trx);
      });
      return;
    } catch (error) {
      if (!isOfLocks(error) || performance.now() > deadline) throw error;
      await delay(retryPauseMs);
    }
  }
}

function isOfLocks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === lockNotAvailable || error.code === deadlock);
}

async function doneMigrations(root: Kysely<PlatformDatabase>, engine: Engine): Promise<string[]> {
  const table =
    engine === 'sqlite'
      ? sql<{ there: number }>`select count(*) as there from sqlite_master where name = 'kysely_migration'`
      : sql<{ there: number }>`select count(to_regclass('kysely_migration')) as there`;
  const [count] = (await table.execute(root)).rows;
  if (count === undefined || count.there === 0) {
    return [];
  }
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(root)).rows.map((row) => row.name);
}
