import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The counters of `platform/rate-limit`. */
export const rateWindows: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('rate_windows')
      .addColumn('key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('window_start', 'bigint', (c) => c.notNull())
      .addColumn('current', 'integer', (c) => c.notNull())
      .addColumn('previous', 'integer', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('rate_windows_by_expiry').on('rate_windows').column('expires_at').execute();
  },
};
