import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { unusableData } from '#server/platform/db/data-dir.ts';
import { sqliteFile } from '#server/platform/db/open-database.ts';

/** More pages than a file has: one step is one snapshot, which neither blocks writers nor restarts because of them. */
const allPages = 0x7fff_ffff;

/** Copies the database of a running server at one moment (SQLite online backup). `to` must not exist. */
export async function copySqlite(dataDir: string, to: string): Promise<void> {
  const path = join(dataDir, sqliteFile);
  try {
    using source = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    await backup(source, to, { rate: allPages });
  } catch (error) {
    throw unusableData(error, path);
  }
  await chmod(to, 0o600);
}

/** SQLite's report on a damaged database file; empty for a sound one. */
export function checkSqlite(file: string): readonly string[] {
  using database = new DatabaseSync(file);
  const texts = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row['integrity_check']));
  const orphans = database
    .prepare('pragma foreign_key_check')
    .all()
    .map((row) => `a row of ${String(row['table'])} refers to nothing`);
  return [...texts.filter((text) => text !== 'ok'), ...orphans];
}

/** The rows of a table in a database file, or the first ones; empty if there is no such table. */
export function rowsIn(file: string, name: string, limit = -1): readonly Readonly<Record<string, unknown>>[] {
  using database = new DatabaseSync(file, { readOnly: true });
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`).get(name);
  return table === undefined ? [] : database.prepare(`select * from "${name}" limit ?`).all(limit);
}

/** The number of rows of each table. */
export function countRows(file: string): Readonly<Record<string, number>> {
  using database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`).all();
  return Object.fromEntries(
    tables.map(({ name }) => [String(name), Number(database.prepare(`select count(*) as n from "${String(name)}"`).get()?.['n'])]),
  );
}
