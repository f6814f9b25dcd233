import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notices of the last days, which gather in floods, and the channels that accounts have chosen for them. */
export const notices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('notices')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('contact', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('weight', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('more', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('sealed', 'text')
      .execute();
    await db.schema.createIndex('notices_by_account').on('notices').columns(['account_id', 'at']).execute();
    await db.schema.createIndex('notices_by_age').on('notices').column('at').execute();
    await sql.raw(`create index "notices_due" on "notices" (due_at) where due_at is not null`).execute(db);
    await db.schema
      .createTable('notice_settings')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('groups', 'text', (c) => c.notNull())
      .addColumn('held', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
