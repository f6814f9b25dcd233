import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Freezes of accounts. The state of the account stays beneath its freeze. */
export const incidents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('frozen_at', 'bigint').execute();
    await db.schema
      .createTable('incidents')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('opened_by', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('window_from', 'bigint', (c) => c.notNull())
      .addColumn('spent', 'text', (c) => c.notNull())
      .addColumn('why', 'text', (c) => c.notNull())
      .addColumn('muted', 'text', (c) => c.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('operator', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .execute();
    await sql.raw(`create unique index "incidents_open" on "incidents" (account_id) where state <> 'closed'`).execute(db);
    await db.schema.createIndex('incidents_by_account').on('incidents').columns(['account_id', 'opened_at']).execute();
    await db.schema.createIndex('incidents_by_end').on('incidents').column('closed_at').execute();
  },
};
