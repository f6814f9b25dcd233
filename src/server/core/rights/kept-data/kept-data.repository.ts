import { sql } from 'kysely';
import type { KeptPart } from './kept-data.ts';
import type { Db } from '#server/core/database/db.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { shownRows, type ReadFor, type ShownRows } from './shown-rows.repository.ts';

export interface CountedRows {
  /** At most `limit`. */
  readonly count: number;
  /** The earliest moment among them, in milliseconds; null where the rows have none. */
  readonly since: number | null;
}

/** Counts the values of an account in columns of a table: those that are not as an erasure leaves them. */
export async function countValuesOf(db: Db, { table, columns }: KeptPart, of: ReadFor): Promise<number> {
  const shown = await shownRows(db, table, of);
  if (shown === undefined) return 0;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Readonly<Record<string, unknown>>>`select ${names} from ${sql.table(table.name)} where ${shown.where}`.execute(
    db.q(),
  );
  return rows.flatMap((row) => columns.filter((column) => row[column] != null && row[column] !== blankOf(table, column))).length;
}

function blankOf({ columns }: AnyTable, column: string): unknown {
  const word: unknown = columns[column];
  const erase = typeof word === 'object' && word !== null && 'erase' in word ? word.erase : undefined;
  return typeof erase === 'object' && erase !== null && 'blank' in erase ? erase.blank : undefined;
}

/** Counts the rows of an account in a table, up to `limit` of them. */
export async function countRowsOf(db: Db, table: AnyTable, { limit, ...of }: ReadFor & { readonly limit: number }): Promise<CountedRows> {
  const shown = await shownRows(db, table, of);
  if (shown === undefined) return { count: 0, since: null };
  const since = typeof table.data === 'object' ? table.data.since : undefined;
  const moment = since === undefined ? sql`null` : sql`min(${sql.ref(since)})`;
  const untold = await countUntold(db, table, { ...shown, limit });
  const counted = sql`select ${since === undefined ? sql`1 as one` : sql.ref(since)} from ${sql.table(table.name)} where ${shown.where} limit ${limit + untold}`;
  const found = await sql<{
    rows: number | string;
    since: number | string | null;
  }>`select count(*) as rows, ${moment} as since from (${counted}) as counted`.execute(db.q());
  const [row] = found.rows;
  return { count: Number(row?.rows ?? 0) - untold, since: row?.since == null ? null : Number(row.since) };
}

/** Rows that their person may not have now: the page counts them as little as a copy has them. */
async function countUntold(
  db: Db,
  { name, data }: AnyTable,
  { where, isQuiet, limit }: ShownRows & { readonly limit: number },
): Promise<number> {
  const told = typeof data === 'object' ? data.told : undefined;
  if (told === undefined) return 0;
  const { isTold, others } = told;
  const some = others.contain.map((text) => sql`${sql.ref(others.in)} like ${`%${text}%`}`);
  const untold = sql`select * from ${sql.table(name)} where ${where} and (${sql.join(some, sql` or `)}) limit ${limit}`;
  const found = await sql<Readonly<Record<string, unknown>>>`select * from (${untold}) as counted`.execute(db.q());
  return found.rows.filter((row) => !isTold(row, isQuiet)).length;
}
