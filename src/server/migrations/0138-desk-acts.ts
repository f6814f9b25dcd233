import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the desk sends again, what members write about people, and numbers that people read out to it. */
export const deskActs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('message_copies')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('first', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('again', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('message_copies_by_account').on('message_copies').column('account_id').execute();
    await db.schema.createIndex('message_copies_by_expiry').on('message_copies').column('expires_at').execute();
    await db.schema
      .createTable('desk_notes')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('desk_notes_by_account').on('desk_notes').columns(['account_id', 'at']).execute();
    await db.schema.createIndex('desk_notes_by_time').on('desk_notes').column('at').execute();
    await db.schema
      .createTable('recovery_numbers')
      .addColumn('number', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('claim_id', 'text', (c) => c.notNull())
      .addColumn('shown', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('recovery_numbers_by_claim').on('recovery_numbers').column('claim_id').unique().execute();
    await db.schema.createIndex('recovery_numbers_by_account').on('recovery_numbers').columns(['account_id', 'made_at']).execute();
    await db.schema.createIndex('recovery_numbers_by_expiry').on('recovery_numbers').column('expires_at').execute();
  },
};
