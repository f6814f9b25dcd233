import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages that left for an account. */
export const sentMessages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('sent_messages')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('target', 'text', (c) => c.notNull())
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sent_messages_by_account').on('sent_messages').columns(['account_id', 'at', 'id']).execute();
    await db.schema.createIndex('sent_messages_by_age').on('sent_messages').column('at').execute();
  },
};
