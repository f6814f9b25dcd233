import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Settings of desktops by account and program, and what their account wants of them. */
export const settings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('settings')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('etag', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('settings_pk', ['account_id', 'client_id', 'key'])
      .execute();
    await db.schema
      .createTable('settings_state')
      .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('entries', 'integer', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('switched_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
