import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests that wait, ways that an account had before, and the devices that a way is on. */
export const claims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('account_claims')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('shown', 'text', (c) => c.notNull())
      .addColumn('roots', 'text', (c) => c.notNull())
      .addColumn('incident_id', 'text')
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('told', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql.raw(`create unique index "account_claims_open" on "account_claims" (account_id) where state = 'open'`).execute(db);
    await db.schema.createIndex('account_claims_by_due').on('account_claims').columns(['state', 'due_at']).execute();
    await db.schema.createIndex('account_claims_by_account').on('account_claims').column('account_id').execute();

    await db.schema
      .createTable('former_ways')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('was', 'text', (c) => c.notNull())
      .addColumn('added_at', 'bigint', (c) => c.notNull())
      .addColumn('root', 'text', (c) => c.notNull())
      .addColumn('left_at', 'bigint', (c) => c.notNull())
      .addColumn('left_by', 'text', (c) => c.notNull())
      .addColumn('left_roots', 'text', (c) => c.notNull())
      .addColumn('session', 'text', (c) => c.notNull())
      .addColumn('browser', 'text', (c) => c.notNull())
      .addColumn('incident_id', 'text')
      .addColumn('outcome', 'text')
      .execute();
    await db.schema.createIndex('former_ways_by_account').on('former_ways').columns(['account_id', 'left_at']).execute();
    await db.schema.createIndex('former_ways_by_was').on('former_ways').column('was').execute();

    await db.schema.alterTable('ways_meta').addColumn('carriers', 'text').execute();
  },
};
