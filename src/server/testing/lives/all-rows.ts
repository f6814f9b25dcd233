import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';

export type StoredRow = Readonly<Record<string, unknown>>;

/** Table → its rows, for every table of the database. */
export type AllRows = ReadonlyMap<string, readonly StoredRow[]>;

export async function readAllRows({ db }: { readonly db: Db }): Promise<AllRows> {
  const found = new Map<string, readonly StoredRow[]>();
  for (const { name } of await db.q().introspection.getTables()) {
    const { rows } = await sql<StoredRow>`select * from ${sql.table(name)}`.execute(db.q());
    found.set(name, rows);
  }
  // On SQLite they have a separate file.
  const counters = db.counters.prepare<Record<string, never>, StoredRow>((q) => q.selectFrom('rate_windows').selectAll());
  return found.set('rate_windows', await counters({}));
}

/** Table → its columns, for every table of the database. */
export async function readAllColumns({ db }: { readonly db: Db }): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.q().introspection.getTables();
  const counters = ['key', 'window_start', 'current', 'previous', 'expires_at'];
  return new Map([...tables.map(({ name, columns }) => [name, columns.map((column) => column.name)] as const), ['rate_windows', counters]]);
}

/** The difference from `before` to `after`: added rows, and changed rows in their new state. */
export function rowsSince(before: AllRows, after: AllRows): AllRows {
  return new Map(
    [...after].map(([table, rows]) => {
      const had = new Set((before.get(table) ?? []).map((row) => JSON.stringify(row)));
      return [table, rows.filter((row) => !had.has(JSON.stringify(row)))];
    }),
  );
}
