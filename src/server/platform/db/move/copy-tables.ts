import { type Kysely, sql } from 'kysely';
import { migrationRoot } from '#server/platform/db/postgres/postgres-db.ts';
import { parsePostgresUrl } from '#server/platform/db/postgres/postgres-url.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';
import { listOf, RowSum, type Row, type Source, type SourceTable } from './copy-source.ts';

/** Tells that so many rows were done, and of which table. */
type Show = (rows: number, sentence: string) => void;

const rowsAtOnce = 500;
/** An interrupted copy loses as many at most. */
const rowsInCommit = 10_000;

type Transaction = Kysely<PlatformDatabase>;

/** The other database. No server opens it from the beginning of a copy to its end (`moved_to`), so it may have a part of the rows. */
export interface CopyTarget {
  /** Notes whose copy it is: false when it was another's in the meantime. */
  begin(source: Source, from: string): Promise<boolean>;
  /** Removes the rows of a copy that was begun. */
  empty(source: Source): Promise<void>;
  /**
   * Copies the rows that are not there yet, in the order of the file, so that it goes on where an earlier copy ended. Returns a sum of
   * each table; undefined when rows are there that the file does not begin with.
   */
  copy(source: Source, show: Show): Promise<ReadonlyMap<string, string> | undefined>;
  /** The tables whose rows have other sums. */
  differing(source: Source, sums: ReadonlyMap<string, string>, show: Show): Promise<readonly string[]>;
  /** Lets servers open it. */
  finish(source: Source): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database that has its tables. */
export function openTarget(databaseUrl: string): CopyTarget {
  const address = parsePostgresUrl(databaseUrl);
  if (address === undefined) throw new Error('the database URL is not one of PostgreSQL');
  const root = migrationRoot({ address, pooled: false });

  /** Without time limits, and after whatever a killed copy was doing here. */
  function inTurn<T>(work: (to: Transaction) => Promise<T>): Promise<T> {
    return root.transaction().execute(async (to) => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout']) await sql.raw(`set local ${limit} = 0`).execute(to);
      await sql`select pg_advisory_xact_lock(hashtextextended('copy-to', 0))`.execute(to);
      return work(to);
    });
  }

  /** The rows of a table that the file has behind the ones that are there; undefined where others are there. */
  async function copyTable(table: SourceTable, show: Show): Promise<RowSum | undefined> {
    const shown = (rows: number) => show(rows, `copied: ${table.name}`);
    const there = await inTurn((to) => sumThere(to, table, shown));
    const [sum, rows] = [new RowSum(table.columns), table.rows()];
    for (let left = there.count; left > 0; left -= rowsAtOnce) sum.add(take(rows, Math.min(left, rowsAtOnce)));
    if (sum.text() !== there.text()) return undefined;
    while (await inTurn((to) => copySome(to, { table, rows, sum, shown })));
    return sum;
  }

  return {
    begin: ({ installation: { id } }, from) =>
      inTurn(async (to) => {
        const begun = sql`update installation set id = ${id}, moved_to = ${from} where id is null and moved_to is null`;
        return (await begun.execute(to)).numAffectedRows === 1n;
      }),
    empty: ({ tables }) =>
      inTurn(async (to) => {
        const names = tables.map(({ name }) => sql.table(name));
        // The rows that a server never removes are of no server yet.
        for (const name of names) await sql`alter table ${name} disable trigger user`.execute(to);
        await sql`truncate ${sql.join(names)}`.execute(to);
        for (const name of names) await sql`alter table ${name} enable trigger user`.execute(to);
      }),
    async copy({ tables }, show) {
      const sums = new Map<string, string>();
      for (const table of tables) {
        const sum = await copyTable(table, show);
        if (sum === undefined) return undefined;
        sums.set(table.name, sum.text());
      }
      return sums;
    },
    differing: ({ tables }, sums, show) =>
      inTurn(async (to) => {
        const differing: string[] = [];
        for (const table of tables) {
          const there = await sumThere(to, table, (rows) => show(rows, `compared: ${table.name}`));
          if (there.text() !== sums.get(table.name)) differing.push(table.name);
        }
        return differing;
      }),
    finish: ({ installation }) =>
      inTurn(async (to) => {
        // Where it is open already, the insert fails.
        await sql`delete from installation where moved_to is not null`.execute(to);
        const row = { ...installation, moved_to: null };
        await insert(to, { name: 'installation', columns: Object.keys(row) }, [row]);
      }),
    close: () => root.destroy(),
  };
}

interface Copying {
  readonly table: SourceTable;
  readonly rows: Iterator<Row>;
  readonly sum: RowSum;
  readonly shown: (rows: number) => void;
}

/** Copies the next rows of a table: false after the last ones. */
async function copySome(to: Transaction, { table, rows, sum, shown }: Copying): Promise<boolean> {
  for (let copied = 0; copied < rowsInCommit; copied += rowsAtOnce) {
    const some = take(rows, rowsAtOnce);
    // The other side works while this one sums up.
    const inserting = some.length > 0 ? insert(to, table, some) : undefined;
    sum.add(some);
    await inserting;
    shown(some.length);
    if (some.length < rowsAtOnce) return false;
  }
  return true;
}

type Columns = Pick<SourceTable, 'name' | 'columns'>;

function take(rows: Iterator<Row>, count: number): readonly Row[] {
  const taken: Row[] = [];
  while (taken.length < count) {
    const { done, value } = rows.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

async function insert(to: Transaction, { name, columns }: Columns, rows: readonly Row[]): Promise<void> {
  const [table, list, text] = [sql.table(name), sql.raw(listOf(columns)), JSON.stringify(rows)];
  await sql`insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, ${text}::json)`.execute(to);
}

async function sumThere(to: Transaction, { name, columns }: Columns, show: (rows: number) => void): Promise<RowSum> {
  const sum = new RowSum(columns);
  await sql`declare copied no scroll cursor for select ${sql.raw(listOf(columns))} from ${sql.table(name)}`.execute(to);
  const fetch = async () => (await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from copied`.execute(to)).rows;
  for (let next = fetch(); ;) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetch();
    sum.add(rows);
    show(rows.length);
  }
  await sql`close copied`.execute(to);
  return sum;
}
