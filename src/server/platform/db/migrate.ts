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

/** A database as it was found. */
export interface FoundDatabase {
  /** Without the tables of the record of migrations. */
  readonly tables: readonly string[];
  /** The names of the migrations that it has had. */
  readonly migrations: readonly string[];
}

/** The table with the record of migrations. */
export const migrationRecord = 'kysely_migration';

/**
 * The names of the pending migrations.
 * @throws {DatabaseUnusable} when the database has tables of other migrations, or was made by a newer version
 */
export async function pendingMigrations(root: Kysely<PlatformDatabase>, engine: Engine, migrationsOf: MigrationsOf): Promise<string[]> {
  return pendingIn(await findDatabase(root, engine), Object.keys(migrationsOf(engine)));
}

/**
 * The names of the known migrations that a database has not had.
 * @throws {DatabaseUnusable} when it has tables of other migrations, or was made by a newer version
 */
export function pendingIn({ tables, migrations }: FoundDatabase, known: readonly string[]): string[] {
  const [first = ''] = known;
  if (tables.length + migrations.length > 0 && !migrations.includes(first))
    throw new DatabaseUnusable(otherDatabase({ tables, migrations }, first));
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DatabaseUnusable(
      `the database was made by a newer version of Cedar ID (it has ${unknown.join(', ')}): start that version, or restore a backup from before`,
    );
  }
  return known.filter((name) => !migrations.includes(name));
}

function otherDatabase({ tables, migrations }: FoundDatabase, first: string): string {
  const [oldest] = migrations.toSorted();
  const found =
    oldest === undefined
      ? `no record of migrations, and the tables ${shortened(tables)}`
      : `the record of ${migrations.length} migrations that begin with ${oldest}, and not with ${first}`;
  return `the database was not made by a released version of Cedar ID (it has ${found}), and no version continues it: start with an empty database, by another DATABASE_URL or DATA_DIR`;
}

function shortened(names: readonly string[]): string {
  const shown = names.toSorted().slice(0, 3);
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`;
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
        await refuseWithoutRights(trx);
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

const leastVersion = 15;

/**
 * The runner of migrations would hide the refusal behind its own next statement.
 * @throws {DatabaseUnusable} when the role may make no tables, or PostgreSQL is too old
 */
async function refuseWithoutRights(trx: Kysely<PlatformDatabase>): Promise<void> {
  const { rows } = await sql<{ version: number; role: string; name: string; may: boolean }>`
    select current_setting('server_version_num')::int / 10000 as version, current_user::text as role, current_database()::text as name,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may`.execute(trx);
  const [found] = rows;
  if (found === undefined) return;
  const { version, role, name, may } = found;
  if (version < leastVersion) throw new DatabaseUnusable(`PostgreSQL ${version} is too old: ${leastVersion} is the least version`);
  if (may) return;
  throw new DatabaseUnusable(
    `the role ${role} of DATABASE_URL may make no tables in the database ${name}: alter database ${name} owner to ${role}`,
  );
}

function isOfLocks(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === lockNotAvailable || error.code === deadlock);
}

/** The tables come first: another instance that makes them at this moment records its migrations in the same transaction. */
async function findDatabase(root: Kysely<PlatformDatabase>, engine: Engine): Promise<FoundDatabase> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(root);
  const names = rows.map(({ name }) => name);
  const tables = names.filter((name) => !isOfRecord(name) && !name.startsWith('sqlite_'));
  if (!names.includes(migrationRecord)) return { tables, migrations: [] };
  const record = await sql<{ name: string }>`select name from ${sql.table(migrationRecord)}`.execute(root);
  return { tables, migrations: record.rows.map(({ name }) => name) };
}

/** Whether a table belongs to the record of migrations. */
export function isOfRecord(table: string): boolean {
  return table.startsWith(migrationRecord);
}
