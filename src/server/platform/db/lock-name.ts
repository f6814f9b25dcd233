import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Locks a name until the end of this transaction, for cases without a row to lock. SQLite has only one writer anyway.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  if (db.engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db.q());
}
