import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { countersFile, sqliteFile } from '#server/platform/db/open-database.ts';
import { migrationRoot } from '#server/platform/db/postgres/postgres-db.ts';
import { parsePostgresUrl } from '#server/platform/db/postgres/postgres-url.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/** Tells that so many rows were done, and of which table. */
type Show = (rows: number, sentence: string) => void;

interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  readonly file: DatabaseSync;
}

/** The files of a database on SQLite, locked for writers until they are closed. */
export interface Source {
  /** In an order in which no row refers to a later table. */
  readonly tables: readonly SourceTable[];
  countOf(name: string): number;
  /** Notes where the database was copied to, and ends the lock. */
  mark(to: string): void;
  close(): void;
}

const rowsAtOnce = 500;

/** Opens all tables that are declared: a new one is copied without a further word. */
export function openSource(dataDir: string, declared: readonly AnyTable[]): Source {
  const file = new DatabaseSync(join(dataDir, sqliteFile), { timeout: 5000 });
  const counters = new DatabaseSync(join(dataDir, countersFile), { readOnly: true });
  file.exec('begin immediate');
  const has = (database: DatabaseSync, name: string) =>
    database.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(name) !== undefined;
  const tables = inOrder(declared, file).map(({ name, columns }) => {
    const at = has(file, name) ? file : counters;
    return { name, columns: Object.keys(columns), file: at, count: Number(at.prepare(`select count(*) as n from "${name}"`).get()?.['n']) };
  });
  return {
    tables,
    countOf: (name) => tables.find((table) => table.name === name)?.count ?? 0,
    mark(to) {
      file.prepare('update installation set moved_to = ?').run(to);
      file.exec('commit');
    },
    close() {
      file.close();
      counters.close();
    },
  };
}

/** Referred tables first. */
function inOrder(declared: readonly AnyTable[], file: DatabaseSync): readonly AnyTable[] {
  const ordered: AnyTable[] = [];
  const visit = (table: AnyTable): void => {
    if (ordered.includes(table)) return;
    const referred = file.prepare(`select "table" as name from pragma_foreign_key_list(?)`).all(table.name);
    for (const { name } of referred) {
      const other = declared.find((each) => each.name === name);
      if (other !== undefined && other !== table) visit(other);
    }
    ordered.push(table);
  };
  for (const table of declared) visit(table);
  return ordered;
}

/** Takes back the note of a copy: true where there was one. */
export function forgetMove(dataDir: string): boolean {
  using file = new DatabaseSync(join(dataDir, sqliteFile));
  return file.prepare('update installation set moved_to = null where moved_to is not null').run().changes !== 0;
}

/** The other database, in the transaction of a copy. */
export type CopyTarget = Kysely<PlatformDatabase>;

/** Runs `work` in one transaction without time limits. */
export async function inTarget(databaseUrl: string, work: (to: CopyTarget) => Promise<void>): Promise<void> {
  const address = parsePostgresUrl(databaseUrl);
  if (address === undefined) throw new Error('the database URL is not one of PostgreSQL');
  const root = migrationRoot({ address, pooled: false });
  try {
    await root.transaction().execute(async (trx) => {
      for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
        await sql.raw(`set local ${limit} = 0`).execute(trx);
      await work(trx);
    });
  } finally {
    await root.destroy();
  }
}

type Row = Readonly<Record<string, unknown>>;

function* batchesOf({ name, columns, file }: SourceTable): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const row of file.prepare(`select ${listOf(columns)} from "${name}"`).iterate()) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const listOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** Copies every table, in the caller's transaction. A row that a migration made gives way to that of the source. */
export async function copyTables(to: CopyTarget, { tables }: Source, show: Show): Promise<void> {
  await sql`delete from installation`.execute(to);
  for (const table of tables) {
    const [name, columns] = [sql.table(table.name), sql.raw(listOf(table.columns))];
    for (const rows of batchesOf(table)) {
      const text = JSON.stringify(rows);
      await sql`insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${text}::json)`.execute(to);
      show(rows.length, `copied: ${table.name}`);
    }
  }
}

/** The tables whose rows are not the same on both sides, by number and content. */
export async function differingTables(to: CopyTarget, { tables }: Source, show: Show): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const table of tables) {
    const [here, there] = [new RowSum(table.columns), new RowSum(table.columns)];
    for (const rows of batchesOf(table)) here.add(rows);
    await sql`declare copied no scroll cursor for select ${sql.raw(listOf(table.columns))} from ${sql.table(table.name)}`.execute(to);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from copied`.execute(to);
      if (rows.length === 0) break;
      there.add(rows);
      show(rows.length, `compared: ${table.name}`);
    }
    await sql`close copied`.execute(to);
    if (here.text() !== there.text()) differing.push(table.name);
  }
  return differing;
}

/** A number and a checksum of rows in any order. */
class RowSum {
  readonly #columns: readonly string[];
  #count = 0;
  #sum = 0n;

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const digest = createHash('sha256')
        .update(JSON.stringify(this.#columns.map((column) => row[column])))
        .digest();
      this.#count += 1;
      this.#sum = (this.#sum + digest.readBigUInt64BE()) % 2n ** 64n;
    }
  }

  text(): string {
    return `${this.#count} ${this.#sum}`;
  }
}
