import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How much was erased of a purged account: a version that erases more comes back to what was purged by one before it. */
export const erasureEditions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('erasure_receipts')
      .addColumn('edition', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
