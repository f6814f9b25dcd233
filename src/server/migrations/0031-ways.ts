import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the ways of an account stand for. A way without a row stands for itself, as all of before do. */
export const ways: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('ways_meta')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .addColumn('vouched_by', 'text', (c) => c.notNull())
      .addColumn('own_root_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('ways_meta_pk', ['account_id', 'way'])
      .execute();
  },
};
