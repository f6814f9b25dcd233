import { sql } from 'kysely';
import { rowsOf } from '#server/platform/db/table-data.ts';
import { openColumn } from '#server/core/root-keys/open-column.ts';
import type { Store } from '#server/core/store.ts';
import { copiedValue, type CopiedTable, type CopiedValue } from './copied-rows.ts';

export type CopiedRow = Readonly<Record<string, CopiedValue>>;

const pageRows = 500;

/** The rows of an account for a copy, page by page in the order of the key: a table is never in memory as a whole. */
export async function* copiedRows(
  { db, keyring }: Pick<Store, 'db' | 'keyring'>,
  { table, columns }: CopiedTable,
  accountId: string,
): AsyncGenerator<CopiedRow> {
  const opening = (column: string) => (sealed: string) => openColumn(keyring, { table: table.name, column }, sealed);
  const where = rowsOf(table, accountId);
  if (where === undefined) throw new Error(`${table.name} does not say whose its rows are`);
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const chosen = sql.join([...new Set([...table.key, ...columns.map(([name]) => name)])].map((column) => sql.ref(column)));
  let last: readonly unknown[] | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql` and (${key}) > (${sql.join(last)})`;
    const { rows } = await sql<Readonly<Record<string, unknown>>>`select ${chosen} from ${sql.table(table.name)}
      where ${where}${after} order by ${key} limit ${pageRows}`.execute(db.q());
    for (const row of rows) yield Object.fromEntries(columns.map(([name, data]) => [name, copiedValue(row[name], data, opening(name))]));
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageRows) return;
    last = table.key.map((column) => end[column]);
  }
}
