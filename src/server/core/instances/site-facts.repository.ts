import { sql } from 'kysely';
import type { Db } from '#server/core/database.ts';

/** Size of the database in bytes, as its engine counts it. */
export async function databaseBytes(db: Db): Promise<number> {
  const query =
    db.engine === 'sqlite'
      ? sql<{ bytes: number | string }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(db.q());
  return Number(rows[0]?.bytes ?? 0);
}

/** When the newest key of each purpose was made, in milliseconds. */
export async function keyAges(db: Db): Promise<readonly { readonly purpose: string; readonly madeAt: number }[]> {
  const rows = await db
    .q()
    .selectFrom('keys')
    .select((eb) => ['purpose', eb.fn.max('created_at').as('madeAt')])
    .groupBy('purpose')
    .orderBy('purpose')
    .execute();
  return rows.map(({ purpose, madeAt }) => ({ purpose, madeAt }));
}

/** Name of the last migration that the database has had. */
export async function lastMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db.q());
  return rows[0]?.name ?? '';
}
