import { stat } from 'node:fs/promises';
import { type Compilable, Kysely } from 'kysely';
import { type Db, type Prepare, TransactionScope } from '#server/platform/db/db.ts';
import type { SqlValue } from '#server/platform/db/tables/sql-value.ts';
import { GroupedWrites } from '#server/platform/db/grouped-writes.ts';
import { prepareQuery } from '#server/platform/db/prepared-query.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { SqliteStatement } from './sqlite-connection.ts';
import type { SqliteStore } from './sqlite-store.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';

/** The additions to `Db` that the start needs to create the tables. */
export interface SqliteDb extends Db {
  readonly root: Kysely<PlatformDatabase>;
  readonly countersRoot: Kysely<Pick<PlatformDatabase, 'rate_windows'>>;
}

/** `Db` on two SQLite files: `path` for the data, `counters` for the counters of rate limits. */
export async function sqliteDb({
  path,
  store,
  counters,
  tables,
}: {
  readonly path: string;
  readonly store: SqliteStore;
  readonly counters: SqliteStore;
  readonly tables: readonly AnyTable[];
}): Promise<SqliteDb> {
  const scope = new TransactionScope();
  const root = new Kysely<PlatformDatabase>({ dialect: sqliteDialect(store, scope) });
  // The counters have no transactions: they never see the scope of the others.
  const outside = new TransactionScope();
  const countersRoot = new Kysely<Pick<PlatformDatabase, 'rate_windows'>>({ dialect: sqliteDialect(counters, outside) });
  const grouped = new GroupedWrites(counters);
  const opened = await stat(path);
  return {
    engine: 'sqlite',
    tables,
    root,
    countersRoot,
    q: () => scope.current() ?? root,
    tx: (work) => scope.run((run) => root.transaction().execute(run), work),
    async snapshot(work) {
      const moment = openSqliteSnapshot(path);
      try {
        return await scope.run((run) => moment.root.transaction().execute(run), work);
      } finally {
        moment.close();
      }
    },
    beforeCommit: (key, work) => scope.beforeCommit(key, work),
    afterCommit: (work) => scope.afterCommit(work),
    get inTransaction() {
      return scope.current() !== undefined;
    },
    prepare: preparer(root, { store, scope, write: (statement) => store.write(statement) }),
    counters: { prepare: preparer(countersRoot, { store: counters, scope: outside, write: (statement) => grouped.run(statement) }) },
    async ping() {
      store.assertSound();
      const now = await stat(path);
      if (now.ino !== opened.ino || now.dev !== opened.dev) {
        throw new Error('the database file has been replaced while it was open');
      }
      store.reader.execute('select 1', []);
    },
    async forgetDeleted() {
      return (await store.emptyLog()) && (await counters.emptyLog());
    },
    async close() {
      await store.close();
      await counters.close();
    },
  };
}

interface PreparerDeps {
  readonly store: SqliteStore;
  readonly scope: TransactionScope;
  /** Runs a writing statement outside of transactions. */
  readonly write: <R>(statement: () => R) => Promise<R>;
}

function preparer<Schema>(root: Kysely<Schema>, { store, scope, write }: PreparerDeps): Prepare<Schema> {
  return <P extends Record<string, SqlValue>, Row>(
    build: (q: Kysely<Schema>, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<Row>,
  ) => {
    const query = prepareQuery<Schema, P>(root, build);
    let onReader: SqliteStatement | undefined;
    let onWriter: SqliteStatement | undefined;
    const runOnWriter = (values: SqlValue[]): unknown[] => {
      onWriter ??= store.writer.statement(query.compiled.sql);
      return onWriter.all(values);
    };
    return async (params) => {
      const values = query.values(params);
      if (scope.current() !== undefined) {
        return store.attempt(() => runOnWriter(values)) as Row[];
      }
      if (query.reads) {
        onReader ??= store.reader.statement(query.compiled.sql);
        return onReader.all(values) as Row[];
      }
      return (await write(() => runOnWriter(values))) as Row[];
    };
  };
}
