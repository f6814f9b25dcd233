import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openColumn } from '#server/core/database/open-column.ts';
import type { Store } from '#server/core/store.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { copiedValue, type CopiedTable, type CopiedValue } from './copied-rows.ts';
import { shownRows, type ReadFor } from './shown-rows.repository.ts';

export type CopiedRow = Readonly<Record<string, CopiedValue>>;

/** Other work of the server waits for one page at most, and has as much time after it: people who sign in come first. */
const pageRows = 100;
const mostPauseMs = 50;

/** The rows of an account for a copy, in pages and an order that an index has: a table is never in memory as a whole. */
export async function* copiedPages(
  { db, keyring }: Pick<Store, 'db' | 'keyring'>,
  { table, columns }: CopiedTable,
  of: ReadFor,
): AsyncGenerator<readonly CopiedRow[]> {
  const readers = columns.map(([column, data]) => {
    const open = (sealed: string) => openColumn(keyring, { table: table.name, column }, sealed);
    return [column, (value: unknown) => copiedValue(value, data, open)] as const;
  });
  const { hide, told } = typeof table.data === 'object' ? table.data : {};
  const shown = await shownRows(db, table, of);
  if (shown === undefined) throw new Error(`${table.name} does not say whose its rows are`);
  const { where, isQuiet } = shown;
  const order = orderOf(table);
  const key = sql.join(order.map((column) => sql.ref(column)));
  const chosen = sql.join([...new Set([...order, ...columns.map(([name]) => name)])].map((column) => sql.ref(column)));
  let last: readonly unknown[] | undefined;
  for (;;) {
    const begun = performance.now();
    const after = last === undefined ? sql`` : sql` and (${key}) > (${sql.join(last)})`;
    const { rows } = await sql<Readonly<Record<string, unknown>>>`select ${chosen} from ${sql.table(table.name)}
      where ${where}${after} order by ${key} limit ${pageRows}`.execute(db.q());
    const those = told === undefined ? rows : rows.filter((row) => told.isTold(row, isQuiet));
    const own = hide === undefined ? those : those.map((row) => hide(row, of.accountId));
    if (own.length > 0) yield own.map((row) => Object.fromEntries(readers.map(([name, read]) => [name, read(row[name])])));
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageRows) return;
    await delay(Math.min(performance.now() - begun, mostPauseMs));
    last = order.map((column) => end[column]);
  }
}

/**
 * By the key where it begins with the account, otherwise by the moment at which a row began: tables that grow with an account
 * have an index of both. By only the key, a database would sort all rows of the account for each page.
 */
function orderOf({ key, erase, data }: AnyTable): readonly string[] {
  const isOfAccount = typeof erase === 'object' && erase.rows !== 'wait' && erase.of === key[0];
  const since = typeof data === 'object' ? data.since : undefined;
  return isOfAccount || since === undefined ? key : [since, ...key.filter((column) => column !== since)];
}
