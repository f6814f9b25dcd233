import { sql } from 'kysely';
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
