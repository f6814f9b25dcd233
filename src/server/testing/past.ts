import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { SqlValue } from '#server/platform/db/sql-value.ts';

/**
 * The rows of a lived-in installation as a release has left them, for the migrations after it. `npm run past` writes one;
 * what was released never changes.
 */
export interface Past {
  /** The last migration that its database has had. */
  readonly migration: string;
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

export function pathOfPast(migration: string): string {
  return join(folder, `${migration}.json`);
}

/** The pasts of all releases, the oldest first. */
export function readPasts(): readonly Past[] {
  return readdirSync(folder)
    .toSorted()
    .map((name): Past => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** One line for each row. */
export function textOfPast({ tables, ...rest }: Past): string {
  const head = JSON.stringify(rest).slice(0, -1);
  const lists = tables.map(
    ({ name, columns, rows }) =>
      `${JSON.stringify({ name, columns }).slice(0, -1)},"rows":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}`,
  );
  return `${head},"tables":[\n${lists.join(',\n')}\n]}\n`;
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
