import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Makes others who lock the same name wait for the end of this transaction, where there may be no row yet that could be
 * locked. SQLite has one writer anyway.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  if (db.engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db.q());
}
