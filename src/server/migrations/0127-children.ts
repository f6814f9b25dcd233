import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The age gate: ages of accounts, and the guardians of children. */
export const children: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('accounts')
      .addColumn('age_band', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('accounts').addColumn('child_until', 'bigint').execute();
    await db.schema
      .alterTable('accounts')
      .addColumn('guardian_answer', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('accounts').addColumn('guardian_due_at', 'bigint').execute();
    await db.schema
      .alterTable('accounts')
      .addColumn('guardian_told', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`create index "accounts_by_guardian_due" on "accounts" (guardian_due_at) where guardian_due_at is not null`.execute(db);
    await sql`create index "accounts_by_child_until" on "accounts" (child_until) where child_until is not null`.execute(db);
    await db.schema
      .createTable('guardianships')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('child_id', 'text', (c) => c.notNull())
      .addColumn('guardian_id', 'text', (c) => c.notNull())
      .addColumn('relation', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await sql`create unique index "guardianships_of_pair" on "guardianships" (child_id, guardian_id) where state <> 'ended'`.execute(db);
    await db.schema.createIndex('guardianships_by_guardian').on('guardianships').column('guardian_id').execute();
  },
};
