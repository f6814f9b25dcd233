import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Questions and requests about people's data, with their threads. */
export const rightsRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('rights_requests')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text')
      .addColumn('number', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('topic', 'text')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('region', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('extended', 'integer', (c) => c.notNull())
      .addColumn('told', 'integer', (c) => c.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('law', 'text', (c) => c.notNull())
      .addColumn('client_key', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('rights_requests_by_number').unique().on('rights_requests').column('number').execute();
    await db.schema.createIndex('rights_requests_by_account').on('rights_requests').columns(['account_id', 'received_at']).execute();
    await db.schema.createIndex('rights_requests_by_state').on('rights_requests').columns(['state', 'due_at']).execute();
    await sql`create unique index "rights_requests_by_key" on "rights_requests" (account_id, client_key) where account_id is not null`.execute(
      db,
    );
    await db.schema
      .createTable('rights_messages')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('request_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('rights_messages_by_request').unique().on('rights_messages').columns(['request_id', 'position']).execute();
    await db.schema.createIndex('rights_messages_by_account').on('rights_messages').column('account_id').execute();
  },
};
