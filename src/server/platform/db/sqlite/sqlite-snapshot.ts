import { Kysely, SqliteDialect } from 'kysely';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqlValue } from '#server/platform/db/tables/sql-value.ts';

/** Its own connection, whose transactions only read: writers continue beside them. */
export interface SqliteSnapshot {
  readonly root: Kysely<PlatformDatabase>;
  close(): void;
}

export function openSqliteSnapshot(path: string): SqliteSnapshot {
  const connection = new SqliteConnection(path, { readOnly: true });
  const dialect = new SqliteDialect({
    database: {
      prepare(text: string) {
        const statement = connection.cached(text);
        return {
          reader: statement.returnsRows,
          all: (values: readonly unknown[]) => statement.all(values.map(sqlValue)),
          run: (values: readonly unknown[]) => ({ changes: statement.run(values.map(sqlValue)), lastInsertRowid: 0n }),
          iterate: (values: readonly unknown[]) => statement.all(values.map(sqlValue)).values(),
        };
      },
      close() {},
    },
  });
  return { root: new Kysely<PlatformDatabase>({ dialect }), close: () => connection.close() };
}
