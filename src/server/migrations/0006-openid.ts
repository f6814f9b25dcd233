import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The OpenID provider: clients, consents, the provider's records, and devices. */
export const openid: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('openid_clients')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('sealed_secret', 'text')
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('openid_consents')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('authorized_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('openid_consents_pk', ['account_id', 'client_id'])
      .execute();

    await db.schema
      .createTable('openid_records')
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('client_id', 'text')
      .addColumn('grant_id', 'text')
      .addColumn('uid', 'text')
      .addColumn('user_code', 'text')
      .addColumn('session_id', 'text')
      .addColumn('device_id', 'text')
      .addColumn('credential_epoch', 'integer')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('consumed_at', 'bigint')
      .addColumn('polled_at', 'bigint')
      .addColumn('decided_at', 'bigint')
      .addColumn('told_at', 'bigint')
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('openid_records_pk', ['model', 'id'])
      .execute();
    for (const column of ['account_id', 'grant_id', 'uid', 'user_code', 'session_id', 'expires_at']) {
      await db.schema.createIndex(`openid_records_by_${column}`).on('openid_records').column(column).execute();
    }

    // Finds recently ended sessions for the notification of apps, without a scan of all sessions.
    await db.schema.createIndex('sessions_by_end').on('sessions').column('ended_at').execute();

    await db.schema
      .createTable('devices')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('unknown', 'pc', 'tablet', 'notebook', 'phone')`))
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('os', 'text', (c) => c.notNull())
      .addColumn('os_version', 'text', (c) => c.notNull())
      .addColumn('hardware', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
      .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('devices_by_account').on('devices').column('account_id').execute();
  },
};
