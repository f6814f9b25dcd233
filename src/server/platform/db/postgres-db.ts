import { createHash } from 'node:crypto';
import { type Compilable, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Db, type Prepare, type SqlValue, TransactionScope } from './db.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Database } from './schema.ts';

/** Requests that find no connection fail rather than pile up: `waitMs` for one of `max`. */
export interface PoolLimits {
  readonly max: number;
  readonly waitMs: number;
}

const statementTimeoutMs = 3000;
const serializationFailure = '40001';
const deadlock = '40P01';
const maxRetries = 3;

/** bigint columns and counts as numbers: all of them are milliseconds or counters, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format)),
};

function openPool(url: string, { max, waitMs }: PoolLimits, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'cedar-id',
    types,
    ...more,
  });
  // A server that restarts drops idle connections. The pool replaces them; without a listener the process would end.
  pool.on('error', () => undefined);
  return pool;
}

/** A root for migrations: no time limits, closed by the caller. */
export function migrationRoot(url: string): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url, { max: 2, waitMs: 10_000 }, {}) }) });
}

/** `Db` on PostgreSQL. */
export function postgresDb(url: string, limits: PoolLimits): Db {
  const timeouts = {
    statement_timeout: statementTimeoutMs,
    // The client's own limit, for a connection whose other end is gone.
    query_timeout: statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: 10_000,
  };
  const pool = openPool(url, limits, timeouts);
  // Its statements are the shortest of all: a few connections carry them.
  const countersPool = openPool(
    url,
    { ...limits, max: Math.min(limits.max, 4) },
    {
      ...timeouts,
      // oxlint-disable-next-line no-misused-promises -- pg awaits it before the first use of a connection; its types do not say so
      onConnect: async (client) => {
        await client.query('set synchronous_commit = off');
      },
    },
  );
  const scope = new TransactionScope();
  const root = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const countersRoot = new Kysely<Pick<Database, 'rate_windows'>>({ dialect: new PostgresDialect({ pool: countersPool }) });

  return {
    engine: 'postgres',
    q: () => scope.current() ?? root,
    async tx(work) {
      if (scope.current() !== undefined) {
        return await work();
      }
      for (let attempt = 0; ; attempt++) {
        try {
          return await root
            .transaction()
            .setIsolationLevel('read committed')
            .execute(async (trx) => scope.run(trx, work));
        } catch (error) {
          if (attempt === maxRetries || !isWorthRetrying(error)) {
            throw error;
          }
        }
      }
    },
    get inTransaction() {
      return scope.current() !== undefined;
    },
    prepare: preparer(root, pool, scope),
    counters: { prepare: preparer(countersRoot, countersPool, new TransactionScope()) },
    async ping() {
      await pool.query('select 1');
    },
    forgetDeleted: () => Promise.resolve(true),
    async close() {
      await Promise.all([pool.end(), countersPool.end()]);
    },
  };
}

function preparer<Schema>(root: Kysely<Schema>, pool: pg.Pool, scope: TransactionScope): Prepare<Schema> {
  return <P extends Record<string, SqlValue>, Row>(
    build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
  ) => {
    const query = prepareQuery<Schema, P>(root, build);
    const text = query.compiled.sql;
    const name = createHash('sha256').update(text).digest('base64url');
    return async (params) => {
      const values = query.values(params);
      const trx = scope.current();
      if (trx !== undefined) {
        return (await trx.executeQuery({ ...query.compiled, parameters: values })).rows as Row[];
      }
      return (await pool.query({ name, text, values })).rows as Row[];
    };
  };
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === serializationFailure || error.code === deadlock);
}
