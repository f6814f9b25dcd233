import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Signals to apps: their streams, the events that wait for delivery, and the people left out of a stream. */
export const signals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('signal_streams')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('sealed_secret', 'text')
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint')
      .addColumn('verified_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('signal_streams_by_client').on('signal_streams').column('client_id').execute();
    await db.schema
      .createTable('signals')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('stream_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('leased_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('done_at', 'bigint')
      .addColumn('failure', 'text')
      .execute();
    await db.schema.createIndex('signals_by_stream').on('signals').columns(['stream_id', 'done_at', 'not_before']).execute();
    await db.schema.createIndex('signals_by_account').on('signals').column('account_id').execute();
    await db.schema.createIndex('signals_by_end').on('signals').column('expires_at').execute();
    await db.schema
      .createTable('signal_excluded')
      .addColumn('stream_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('signal_excluded_key', ['stream_id', 'account_id'])
      .execute();
  },
};
