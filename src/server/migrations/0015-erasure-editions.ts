import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The extent of a purge's erasure: a version that erases more revisits earlier purges. */
export const erasureEditions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('erasure_receipts')
      .addColumn('edition', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
