import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long former ways are kept for a freeze, and by which contact an account was frozen. */
export const openFreezes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('former_ways')
      .addColumn('kept_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('incidents')
      .addColumn('opened_via', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
