import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tickets for uploads, and the index from an avatar's file to its account. */
export const avatars: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('uploads')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('ticket_hash', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('session_id', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('file', 'text')
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('uploads_by_ticket').unique().on('uploads').column('ticket_hash').execute();
    await db.schema.createIndex('uploads_by_expiry').on('uploads').column('expires_at').execute();
    await db.schema.createIndex('uploads_by_session').on('uploads').column('session_id').execute();
    await db.schema.createIndex('uploads_by_account').on('uploads').column('account_id').execute();
    await db.schema.createIndex('accounts_by_profile_image').on('accounts').column('profile_image').execute();
  },
};
