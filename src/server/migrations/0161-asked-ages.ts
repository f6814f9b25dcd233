import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when each region has an age gate, and until when an account has put the question off. */
export const askedAges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('age_gates')
      .addColumn('region', 'text', (c) => c.primaryKey())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.alterTable('accounts').addColumn('age_remind_at', 'bigint').execute();
  },
};
