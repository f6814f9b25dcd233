import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Counts for the transparency report: by UTC day, region and name. */
export const rightsCounters: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('rights_counters')
      .addColumn('day', 'bigint', (c) => c.notNull())
      .addColumn('region', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('rights_counters_key', ['day', 'region', 'name'])
      .execute();
  },
};
