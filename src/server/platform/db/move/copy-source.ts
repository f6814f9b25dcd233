import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { countersFile, sqliteFile } from '#server/platform/db/open-database.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { installation } from '#server/platform/installation/installation.table.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly count: number;
  /** In an order that only a change of the file changes. */
  rows(): Iterator<Row>;
}

/** The files of a database on SQLite, locked for writers until they are closed. */
export interface Source {
  /** All but `installation`, in an order in which no row refers to a later table. */
  readonly tables: readonly SourceTable[];
  readonly installation: Row;
  countOf(name: string): number;
  /** Notes where the database was copied to, and ends the lock. */
  mark(to: string): void;
  close(): void;
}

/** Opens all tables that are declared: a new one is copied without a further word. */
export function openSource(dataDir: string, declared: readonly AnyTable[]): Source {
  const file = new DatabaseSync(join(dataDir, sqliteFile), { timeout: 5000 });
  const counters = new DatabaseSync(join(dataDir, countersFile), { readOnly: true });
  file.exec('begin immediate');
  const has = (database: DatabaseSync, name: string) =>
    database.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(name) !== undefined;
  const tables = inOrder(declared, file).map(({ name, columns: declaredColumns }) => {
    const at = has(file, name) ? file : counters;
    const columns = Object.keys(declaredColumns);
    const count = Number(at.prepare(`select count(*) as n from "${name}"`).get()?.['n']);
    return { name, columns, count, rows: () => at.prepare(`select ${listOf(columns)} from "${name}"`).iterate() };
  });
  const [own] = file.prepare(`select ${listOf(Object.keys(installation.columns))} from installation`).all();
  if (own === undefined) throw new Error('the database has no row of its installation');
  return {
    tables: tables.filter(({ name }) => name !== installation.name),
    installation: own,
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

export const listOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** A number and a checksum of rows in any order. */
export class RowSum {
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

  get count(): number {
    return this.#count;
  }

  text(): string {
    return `${this.#count} ${this.#sum}`;
  }
}
