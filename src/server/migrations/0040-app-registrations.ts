import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a registered app needs beside its description: its owner, its state, and secrets that are hashes. */
export const appRegistrations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const clients = db.schema.alterTable('openid_clients');
    await clients.addColumn('owner_id', 'text').execute();
    await clients.addColumn('state', 'text', (c) => c.notNull().defaultTo('live')).execute();
    await clients.addColumn('version', 'integer', (c) => c.notNull().defaultTo(1)).execute();
    await clients.addColumn('kind', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('publisher_domain', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('domain_state', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('purge_at', 'bigint').execute();
    await db.schema.createIndex('openid_clients_by_owner').on('openid_clients').column('owner_id').execute();
    await db.schema.createIndex('openid_clients_by_state').on('openid_clients').column('state').execute();

    await db.schema
      .createTable('app_secrets')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('secret', 'try')`))
      .addColumn('hash', 'text', (c) => c.notNull())
      .addColumn('hint', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('used_day', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.createIndex('app_secrets_by_client').on('app_secrets').column('client_id').execute();
  },
};
