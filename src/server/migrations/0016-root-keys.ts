import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The names of the root keys that have sealed something in this database. */
export const rootKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('root_keys')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('position', 'integer', (c) => c.notNull().unique())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('current_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
  },
};
