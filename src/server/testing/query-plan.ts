import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { Db } from '#server/core/database.ts';

/** The plan of the database for a compiled query, as one text. */
export async function planOf(
  db: Db,
  { sql: text, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<string> {
  const parts = text.split(db.engine === 'postgres' ? /\$\d+/ : '?');
  const query = sql.join(
    parts.flatMap((part, index) => [...(index === 0 ? [] : [sql.lit(parameters[index - 1])]), sql.raw(part)]),
    sql.raw(''),
  );
  return db.tx(async () => {
    // A few rows are read faster without an index: the question is whether the index can serve.
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db.q());
    const { rows } = await (db.engine === 'postgres' ? sql`explain ${query}` : sql`explain query plan ${query}`).execute(db.q());
    return JSON.stringify(rows);
  });
}

/** The text of every statement that reads or changes rows meanwhile, as it reaches the database, each once. */
export async function noteStatements(steps: () => Promise<void>): Promise<readonly string[]> {
  const ofSqlite = (['all', 'run', 'get'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  const ofPostgres = vi.spyOn(pg.Query.prototype, 'submit');
  try {
    await steps();
    const sent: readonly unknown[] = [...ofSqlite, ofPostgres].flatMap(({ mock: { contexts } }) => contexts);
    const texts = sent.flatMap((each) => {
      if (each instanceof StatementSync) return [each.sourceSQL];
      return typeof each === 'object' && each !== null && 'text' in each ? [String(each.text)] : [];
    });
    return [...new Set(texts)].filter((text) => /^(?:select|update|delete|with)\b/i.test(text));
  } finally {
    for (const spy of [...ofSqlite, ofPostgres]) spy.mockRestore();
  }
}

/** The plan of a statement for whatever values, as connections keep it: it knows none of them. */
export async function planForAny(db: Db, text: string): Promise<string> {
  return db.tx(async () => {
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db.q());
    const explain = db.engine === 'postgres' ? 'explain (generic_plan)' : 'explain query plan';
    const { rows } = await sql.raw(`${explain} ${text}`).execute(db.q());
    return JSON.stringify(rows);
  });
}
