import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The first schema. Migrations do not use the types of `schema.ts`, because those keep changing and a migration does
 * not. The database enforces uniqueness and references: constraints decide all races.
 */
export const accounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // SQLite: stores rows in the tree of their key, so that the look-up of every request needs one search per table
    // instead of two.
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const keyed = <Table extends string>(table: CreateTableBuilder<Table, string>) =>
      isSqlite ? table.modifyEnd(sql`without rowid`) : table;
    await db.schema
      .createTable('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('number', 'text', (c) => c.notNull().unique())
      .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('active', 'locked', 'deleting', 'purged')`))
      .addColumn('region', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('nickname_changed_at', 'bigint')
      .addColumn('username_changes', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('region_changes', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('profile_image', 'text')
      .addColumn('gender', 'integer', (c) => c.notNull())
      .addColumn('birthday', 'text')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('real_name', 'text', (c) => c.notNull())
      .addColumn('signature', 'text', (c) => c.notNull())
      .addColumn('profile', 'text', (c) => c.notNull())
      .addColumn('country', 'text', (c) => c.notNull())
      .addColumn('degree', 'text', (c) => c.notNull())
      .addColumn('school', 'text', (c) => c.notNull())
      .addColumn('department', 'text', (c) => c.notNull())
      .addColumn('year', 'text', (c) => c.notNull())
      .addColumn('industry', 'integer', (c) => c.notNull())
      .addColumn('company', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('show_qrcode', 'integer', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('password_changed_at', 'bigint')
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('identifiers')
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('phone', 'email', 'username', 'nickname')`))
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('shown', 'text', (c) => c.notNull())
      .addColumn('verified_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('identifiers_one_of_a_kind', ['account_id', 'kind'])
      .addUniqueConstraint('identifiers_of_one_account', ['kind', 'value'])
      .$call(keyed)
      .execute();

    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
      .addColumn('idle_expires_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('verified_until', 'bigint')
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .$call(keyed)
      .execute();
    await db.schema.createIndex('sessions_by_account').on('sessions').columns(['account_id', 'created_at']).execute();
    await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();

    await db.schema
      .createTable('codes')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('scene', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('sms', 'email')`))
      .addColumn('target_hash', 'text', (c) => c.notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('voided_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('codes_by_target')
      .on('codes')
      .columns(['target_hash', 'scene', 'channel', 'holder', 'created_at'])
      .execute();
    await db.schema.createIndex('codes_by_holder').on('codes').column('holder').execute();
    await db.schema.createIndex('codes_by_expiry').on('codes').column('expires_at').execute();

    await db.schema
      .createTable('failures')
      .addColumn('key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('blocked_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('failures_by_age').on('failures').column('first_at').execute();

    await db.schema
      .createTable('claims')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('claims_pk', ['kind', 'id'])
      .execute();
    await db.schema.createIndex('claims_by_expiry').on('claims').column('expires_at').execute();

    await db.schema
      .createTable('consents')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('privateAgreement', 'serverAgreement')`))
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('region', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('accepted_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('consents_by_account').on('consents').columns(['account_id', 'type']).execute();

    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('session', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('request_id', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('audit_by_account').on('audit').columns(['account_id', 'at']).execute();

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('sms', 'email')`))
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('not_before', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('outbox_by_turn').on('outbox').columns(['not_before', 'id']).execute();

    await db.schema
      .createTable('keys')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('public_part', 'text', (c) => c.notNull())
      .addColumn('sealed_part', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('retires_at', 'bigint')
      .execute();

    await db.schema
      .createTable('known_browsers')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('browser', 'text', (c) => c.notNull())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_browsers_pk', ['account_id', 'browser'])
      .execute();
  },
};
