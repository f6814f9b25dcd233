import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { AnyTable } from './table.ts';

/** The primary key of a row. */
export type RowKey = readonly string[];

/** A batch of rows in primary key order, small enough for a short statement on any database. */
export interface RowWindow {
  readonly after: RowKey | undefined;
  readonly through: RowKey;
}

type KeyedTable = Pick<AnyTable, 'name' | 'key'>;

/** All rows of a table, in batches. */
export async function* rowWindows(db: Db, { name, key: columns }: KeyedTable, rowsAtOnce: number): AsyncGenerator<RowWindow> {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  const backwards = sql.join(columns.map((column) => sql`${sql.ref(column)} desc`));
  let after: RowKey | undefined;
  for (;;) {
    const next = sql`select ${key} from ${sql.table(name)} where ${isAfter(columns, after)} order by ${key} limit ${rowsAtOnce}`;
    const { rows } = await sql<Record<string, unknown>>`select ${key} from (${next}) as next order by ${backwards} limit 1`.execute(db.q());
    const [last] = rows;
    if (last === undefined) return;
    const through = columns.map((column) => String(last[column]));
    yield { after, through };
    after = through;
  }
}

/** The condition that a row is in a window. */
export function isWithin({ key: columns }: Pick<KeyedTable, 'key'>, { after, through }: RowWindow): RawBuilder<boolean> {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  return sql<boolean>`${isAfter(columns, after)} and (${key}) <= (${sql.join(through)})`;
}

function isAfter(columns: readonly string[], after: RowKey | undefined): RawBuilder<boolean> {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  return after === undefined ? sql<boolean>`1 = 1` : sql<boolean>`(${key}) > (${sql.join(after)})`;
}
