import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Imported legacy accounts, their outcomes, and the data that undoes a merge. */
export const legacy: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('accounts')
      .addColumn('legacy_offered', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();

    await db.schema
      .createTable('legacy_accounts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('source_hash', 'text', (c) => c.notNull().unique())
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'upgraded', 'merged')`))
      .addColumn('phone_hash', 'text')
      .addColumn('email_hash', 'text')
      .addColumn('username_hash', 'text')
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('sealed_password', 'text')
      .addColumn('released', 'integer', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
      .addColumn('imported_at', 'bigint', (c) => c.notNull())
      .addColumn('settled_at', 'bigint')
      .execute();
    for (const column of ['phone_hash', 'email_hash', 'username_hash', 'account_id']) {
      await db.schema.createIndex(`legacy_accounts_by_${column}`).on('legacy_accounts').column(column).execute();
    }
    await db.schema.createIndex('legacy_accounts_by_state').on('legacy_accounts').columns(['state', 'settled_at']).execute();

    await db.schema
      .createTable('legacy_merges')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('legacy_id', 'text', (c) => c.notNull().references('legacy_accounts.id'))
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('undo_hash', 'text', (c) => c.notNull().unique())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('merged_at', 'bigint', (c) => c.notNull())
      .addColumn('undo_until', 'bigint', (c) => c.notNull())
      .addColumn('undone_at', 'bigint')
      .execute();
    await db.schema.createIndex('legacy_merges_by_account').on('legacy_merges').columns(['account_id', 'position']).unique().execute();
    await db.schema.createIndex('legacy_merges_by_end').on('legacy_merges').column('undo_until').execute();

    await db.schema
      .createTable('reserved_identifiers')
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('phone', 'email', 'username', 'nickname')`))
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('reserved_until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('reserved_identifiers_pk', ['kind', 'value'])
      .execute();
    await db.schema.createIndex('reserved_identifiers_by_account').on('reserved_identifiers').column('account_id').execute();
    await db.schema.createIndex('reserved_identifiers_by_end').on('reserved_identifiers').column('reserved_until').execute();

    await db.schema
      .createTable('upgrade_tickets')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('phone', 'email', 'legacy')`))
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
      .addColumn('credential_epoch', 'integer')
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('upgrade_tickets_by_expiry').on('upgrade_tickets').column('expires_at').execute();

    await db.schema
      .createTable('legacy_imports')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('lines_done', 'integer', (c) => c.notNull())
      .addColumn('imported', 'integer', (c) => c.notNull())
      .addColumn('updated', 'integer', (c) => c.notNull())
      .addColumn('unchanged', 'integer', (c) => c.notNull())
      .addColumn('refused', 'integer', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema
      .createTable('legacy_refusals')
      .addColumn('import_id', 'text', (c) => c.notNull().references('legacy_imports.id'))
      .addColumn('line', 'integer', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('legacy_refusals_pk', ['import_id', 'line'])
      .execute();
  },
};
