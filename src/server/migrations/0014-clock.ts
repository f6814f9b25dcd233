import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One row: the latest moment that a server on this database has reached. */
export const clock: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('clock')
      .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('reached_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
