import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Exceptional access of members to one account, and accounts that belong to nobody. */
export const deskExceptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('desk_exceptions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('confirmed_by', 'text', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('reviewed_by', 'text', (c) => c.notNull())
      .addColumn('reviewed_at', 'bigint')
      .execute();
    await db.schema.createIndex('desk_exceptions_by_account').on('desk_exceptions').column('account_id').execute();
    await db.schema.createIndex('desk_exceptions_by_member').on('desk_exceptions').columns(['member', 'expires_at']).execute();
    await db.schema.createIndex('desk_exceptions_by_time').on('desk_exceptions').column('asked_at').execute();
    await db.schema
      .createTable('desk_baits')
      .addColumn('mark', 'text', (c) => c.primaryKey().notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('made_by', 'text', (c) => c.notNull())
      .execute();
  },
};
