import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';

/** Runs `work` while every write to a table fails, as on a full disk. */
export async function whileWritesFail(
  { db }: { readonly db: Db },
  { table, work }: { readonly table: string; readonly work: () => Promise<unknown> },
): Promise<void> {
  const root = db.q();
  const events = ['insert', 'update', 'delete'] as const;
  const isSqlite = db.engine === 'sqlite';
  if (!isSqlite) {
    await sql
      .raw(`create or replace function fail_write() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`)
      .execute(root);
  }
  for (const event of events) {
    const trigger = `create trigger planted_${event} before ${event} on ${table}`;
    await sql
      .raw(isSqlite ? `${trigger} begin select raise(abort, 'planted'); end` : `${trigger} for each row execute function fail_write()`)
      .execute(root);
  }
  try {
    await work();
  } finally {
    for (const event of events) {
      await sql.raw(`drop trigger planted_${event}${isSqlite ? '' : ` on ${table}`}`).execute(root);
    }
  }
}
