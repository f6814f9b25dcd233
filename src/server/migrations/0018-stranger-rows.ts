import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables in which people without a session make rows. */
const tables = ['openid_records', 'social_states'] as const;

/**
 * From which network a row without a session came, so that those of one network and of all of them can be counted and
 * found.
 */
export function strangerRows(engine: 'sqlite' | 'postgres'): Migration {
  // Ranges of it are networks: it is compared by its bytes, whatever the database's language.
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
        // The first character of an id is drawn by lot.
        await sql.raw(`create index "${table}_by_lot" on "${table}" (substr(id, 1, 1), source, expires_at) ${whose}`).execute(db);
      }
      await sql.raw(`create index "openid_records_of_strangers" on "openid_records" (expires_at) where source is not null`).execute(db);
    },
  };
}
