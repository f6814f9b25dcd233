import { sql } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';

/** The number of rows of a table, and their size. */
export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
  /** Size of the largest row. */
  readonly largest: number;
}

/** Every table of the product, without the bookkeeping of migrations. */
export async function tablesOf(db: Db): Promise<readonly (keyof Database)[]> {
  const tables = (await db.q().introspection.getTables()).map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
  // On SQLite the counters have a separate file.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tables come from the migrations
  return [...new Set([...tables, 'rate_windows'])].toSorted() as (keyof Database)[];
}

/** A row's size: its texts in UTF-8, and eight bytes for each number. */
export function bytesOfRow(row: object): number {
  const sizes = Object.values(row).map((value: unknown) => (typeof value === 'string' ? Buffer.byteLength(value) : value === null ? 0 : 8));
  return sizes.reduce<number>((sum, size) => sum + size, 0);
}

export async function rowsOf(db: Db, table: keyof Database): Promise<readonly object[]> {
  if (table === 'rate_windows') {
    return db.counters.prepare<Record<string, never>, object>((q) => q.selectFrom('rate_windows').selectAll())({});
  }
  return (await sql<object>`select * from ${sql.table(table)}`.execute(db.q())).rows;
}

export async function sizeOf(db: Db, table: keyof Database): Promise<TableSize> {
  const sizes = (await rowsOf(db, table)).map(bytesOfRow);
  return { rows: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(0, ...sizes) };
}
