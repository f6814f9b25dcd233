import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { SqlValue } from '#server/platform/db/tables/sql-value.ts';

/**
 * The rows of a lived-in installation as a release has left them, for the migrations after it. `npm run past` writes one;
 * what was released never changes.
 */
export interface Past {
  /** The last migration that its database has had. */
  readonly migration: string;
  /** The digest of the statements that have made it (`digestOfMigrations`). */
  readonly statements: string;
  /** Milliseconds. */
  readonly madeAt: number;
  /** The root key of its sealed texts, base64. It protects nothing else. */
  readonly secretKey: string;
  readonly people: readonly PastPerson[];
  /** Referred tables first. */
  readonly tables: readonly PastTable[];
}

export interface PastPerson {
  /** The number of the account. */
  readonly id: string;
  readonly phone: string;
  readonly password: string;
}

export interface PastTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

const folder = join(import.meta.dirname, 'past');
const ending = '.jsonl';

/** A file has the facts in its first line, then for each table a line with its columns and a line for each row. */
export function pathOfPast(migration: string): string {
  return join(folder, `${migration}${ending}`);
}

/** The pasts of all releases, the oldest first. */
export function readPasts(): readonly Past[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => pastIn(readFileSync(join(folder, name), 'utf8')));
}

export function textOfPast({ tables, ...facts }: Past): string {
  const lines = tables.flatMap(({ rows, ...table }) => [table, ...rows]);
  return [facts, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function pastIn(text: string): Past {
  const [facts = '', ...lines] = text.trimEnd().split('\n');
  const tables: (Omit<PastTable, 'rows'> & { readonly rows: (readonly SqlValue[])[] })[] = [];
  for (const line of lines) {
    const read: Omit<PastTable, 'rows'> | readonly SqlValue[] = JSON.parse(line);
    if ('name' in read) tables.push({ ...read, rows: [] });
    else tables.at(-1)?.rows.push(read);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `textOfPast` writes it
  return { ...(JSON.parse(facts) as Omit<Past, 'tables'>), tables };
}

/** Writes the rows into the empty database of their migration. */
export async function fillWithPast(db: Db, { tables }: Pick<Past, 'tables'>): Promise<void> {
  await db.tx(async () => {
    for (const { name, columns, rows } of tables) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      for (const row of rows) await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(row)})`.execute(db.q());
    }
  });
}
