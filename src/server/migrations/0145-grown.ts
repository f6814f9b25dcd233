import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a child's account became its owner's alone, with the owner's answer; and who asked for a copy, '' for the owner. */
export const grown: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('grown_at', 'bigint').execute();
    await db.schema
      .alterTable('accounts')
      .addColumn('grown_answer', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('exports')
      .addColumn('asked_by', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await sql`create index "exports_by_asked_by" on "exports" (asked_by) where asked_by <> ''`.execute(db);
  },
};
