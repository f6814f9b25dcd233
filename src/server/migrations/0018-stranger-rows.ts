import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables with rows of visitors without a session. */
const tables = ['openid_records', 'social_states'] as const;

/** The network of a row made without a session, so that the rows of one network or of all can be counted and found. */
export function strangerRows(engine: 'sqlite' | 'postgres'): Migration {
  // Networks are ranges of it: compared by bytes, regardless of the database's language.
  const type = engine === 'postgres' ? sql`text collate "C"` : 'text';
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of tables) {
        await db.schema.alterTable(table).addColumn('source', type).execute();
        if (table === 'openid_records') {
          await db.schema
            .alterTable(table)
            .addColumn('bytes', 'integer', (c) => c.notNull().defaultTo(0))
            .execute();
        }
        const held = table === 'openid_records' ? ', bytes' : '';
        const whose = 'where source is not null';
        await sql.raw(`create index "${table}_by_source" on "${table}" (source, expires_at${held}) ${whose}`).execute(db);
        // The first character of an id is random.
        await sql.raw(`create index "${table}_by_lot" on "${table}" (substr(id, 1, 1), source, expires_at) ${whose}`).execute(db);
      }
      await sql.raw(`create index "openid_records_of_strangers" on "openid_records" (expires_at) where source is not null`).execute(db);
    },
  };
}
