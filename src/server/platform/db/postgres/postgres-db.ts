import { type Compilable, Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Db, type Prepare, TransactionScope } from '#server/platform/db/db.ts';
import type { SqlValue } from '#server/platform/db/tables/sql-value.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import type { PostgresUrl } from './postgres-url.ts';
import { openConnections, remembering, type ConnectionOptions, type PostgresConnections } from './postgres-connections.ts';
import { prepareQuery } from '#server/platform/db/prepared-query.ts';
import { createRememberedStatements, hasStalePlan, type RememberedStatements } from './remembered-statements.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/** Requests fail instead of piling up when none of `max` connections is free within `waitMs`. */
export interface PoolLimits {
  readonly max: number;
  readonly waitMs: number;
}

const statementTimeoutMs = 3000;
const serializationFailure = '40001';
const deadlock = '40P01';
const maxRetries = 3;

/** Reads bigint columns and counts as numbers: they are milliseconds or counters, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

export interface PostgresOptions {
  readonly address: PostgresUrl;
  /** Whether there is a pooler in transaction mode: then connections keep no state. */
  readonly pooled: boolean;
}

function openPool(address: PostgresUrl, { max, waitMs }: PoolLimits, more: Partial<ConnectionOptions> = {}): PostgresConnections {
  return openConnections(address, {
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'cedar-id',
    types,
    ...more,
  });
}

/** A root for migrations: no time limits, closed by the caller. */
export function migrationRoot({ address }: PostgresOptions): Kysely<PlatformDatabase> {
  return new Kysely<PlatformDatabase>({
    dialect: new MigrationDialect({ pool: openPool(address, { max: 2, waitMs: address.hosts.length > 1 ? 2000 : 10_000 }) }),
  });
}

/** Without Kysely's lock, which lasts as long as a connection: `migrate` has its own. */
class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter();
  }
}

class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

function dialectOf(connections: PostgresConnections): PostgresDialect {
  return new PostgresDialect({ pool: connections });
}

/** `Db` on PostgreSQL. */
export function postgresDb({ address, pooled }: PostgresOptions, limits: PoolLimits, tables: readonly AnyTable[]): Db {
  // The client's own limit, for a connection whose peer is gone.
  const ofClient = { query_timeout: statementTimeoutMs + 1000 };
  // A pooler accepts no session parameters: there the database role has them.
  const timeouts = pooled ? ofClient : { ...ofClient, statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000 };
  const pool = openPool(address, limits, timeouts);
  // Readers never wait for writers: strangers may hold all writer connections until the disk has their rows.
  const readsPool = openPool(address, { ...limits, max: Math.min(limits.max, 4) }, timeouts);
  // Its statements are the shortest: a few connections are enough.
  const countersPool = openPool(
    address,
    { ...limits, max: Math.min(limits.max, 4) },
    {
      ...timeouts,
      // Behind a pooler the next user of the connection may need the disk wait.
      ...(pooled ? {} : { prepare: async (client) => void (await client.query('set synchronous_commit = off')) }),
    },
  );
  const scope = new TransactionScope();
  const remembered = createRememberedStatements();
  // The next client of a pooler's connection would meet the names.
  const named = (connections: PostgresConnections) => (pooled ? connections : remembering(connections, remembered));
  const [writes, reads, counters] = [named(pool), named(readsPool), named(countersPool)];
  const root = new Kysely<PlatformDatabase>({ dialect: dialectOf(writes) });
  // The statements of a snapshot cannot be tried again after a stale plan.
  const snapshots = new Kysely<PlatformDatabase>({ dialect: dialectOf(pool) });
  const countersRoot = new Kysely<Pick<PlatformDatabase, 'rate_windows'>>({ dialect: dialectOf(counters) });

  return {
    engine: 'postgres',
    tables,
    q: () => scope.current() ?? root,
    async tx(work) {
      for (let attempt = 0; ; attempt++) {
        try {
          return await scope.run((run) => root.transaction().setIsolationLevel('read committed').execute(run), work);
        } catch (error) {
          if (scope.current() !== undefined || attempt === maxRetries || !isWorthRetrying(error)) {
            throw error;
          }
        }
      }
    },
    snapshot: (work) =>
      scope.run((run) => snapshots.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run), work),
    beforeCommit: (key, work) => scope.beforeCommit(key, work),
    afterCommit: (work) => scope.afterCommit(work),
    get inTransaction() {
      return scope.current() !== undefined;
    },
    prepare: preparer(root, { writes, reads, scope, remembered }),
    counters: {
      prepare: preparer(countersRoot, { writes: counters, reads: counters, scope: new TransactionScope(), remembered }),
    },
    async ping() {
      await pool.query('select 1');
    },
    forgetDeleted: () => Promise.resolve(true),
    async close() {
      await Promise.all([pool.end(), readsPool.end(), countersPool.end()]);
    },
  };
}

interface Preparing {
  readonly writes: PostgresConnections;
  /** For statements that read, outside of transactions. */
  readonly reads: PostgresConnections;
  readonly scope: TransactionScope;
  readonly remembered: RememberedStatements;
}

function preparer<Schema>(root: Kysely<Schema>, { writes, reads, scope, remembered }: Preparing): Prepare<Schema> {
  return <P extends Record<string, SqlValue>, Row>(
    build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
  ) => {
    const query = prepareQuery<Schema, P>(root, build);
    const text = query.compiled.sql;
    const connections = query.reads ? reads : writes;
    remembered.add(text);
    const run = async (values: SqlValue[]): Promise<Row[]> => {
      for (let attempt = 0; ; attempt++) {
        try {
          return (await connections.query(text, values)).rows as Row[];
        } catch (error) {
          if (attempt === maxRetries || !isWorthRetrying(error)) throw error;
        }
      }
    };
    return async (params) => {
      const values = query.values(params);
      const trx = scope.current();
      if (trx !== undefined) {
        return (await trx.executeQuery({ ...query.compiled, parameters: values })).rows as Row[];
      }
      return run(values);
    };
  };
}

function isWorthRetrying(error: unknown): boolean {
  if (hasStalePlan(error)) return true;
  return error instanceof Error && 'code' in error && (error.code === serializationFailure || error.code === deadlock);
}
