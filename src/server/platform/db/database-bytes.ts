import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Size of the database in bytes, as its engine counts it. */
export async function databaseBytes(db: Db): Promise<number> {
  const query =
    db.engine === 'sqlite'
      ? sql<{ bytes: number | string }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(db.q());
  return Number(rows[0]?.bytes ?? 0);
}
