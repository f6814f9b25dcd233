import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What belongs to apps of developers: versions in review, testers, transfers, failed requests, counts, trials. */
export const developer: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('app_versions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('changes', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('reasons', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint')
      .addColumn('answered_at', 'bigint')
      .addColumn('open', 'text')
      .execute();
    await db.schema.createIndex('app_versions_state').on('app_versions').columns(['state', 'asked_at']).execute();
    await db.schema.createIndex('app_versions_client').on('app_versions').column('client_id').execute();
    // The client's id while a version is a draft or waits: one at a time.
    await db.schema.createIndex('app_versions_open').unique().on('app_versions').column('open').execute();

    await db.schema
      .createTable('app_testers')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('typed', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('invited_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('app_testers_client').on('app_testers').column('client_id').execute();
    await db.schema.createIndex('app_testers_account').on('app_testers').column('account_id').execute();

    await db.schema
      .createTable('app_transfers')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('from_id', 'text', (c) => c.notNull())
      .addColumn('to_id', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('open', 'text')
      .execute();
    await db.schema.createIndex('app_transfers_to').on('app_transfers').column('to_id').execute();
    await db.schema.createIndex('app_transfers_open').unique().on('app_transfers').column('open').execute();

    await db.schema
      .createTable('app_failures')
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('minute', 'bigint', (c) => c.notNull())
      .addColumn('endpoint', 'text', (c) => c.notNull())
      .addColumn('error', 'text', (c) => c.notNull())
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('last_request_id', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('app_failures_pk', ['client_id', 'minute', 'endpoint', 'error', 'cause', 'detail'])
      .execute();
    await db.schema.createIndex('app_failures_minute').on('app_failures').column('minute').execute();

    await db.schema
      .createTable('app_usage')
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .addColumn('sign_ins', 'integer', (c) => c.notNull())
      .addColumn('new_people', 'integer', (c) => c.notNull())
      .addColumn('refreshes', 'integer', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('app_usage_pk', ['client_id', 'day'])
      .execute();

    await db.schema
      .createTable('try_runs')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('state_hash', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('answered_at', 'bigint')
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('try_runs_account').on('try_runs').column('account_id').execute();
    await db.schema.createIndex('try_runs_state').unique().on('try_runs').column('state_hash').execute();
  },
};
