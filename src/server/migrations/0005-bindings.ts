import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Social accounts: links, and people on their way to a platform or back. */
export const bindings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('bindings')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('avatar_url', 'text', (c) => c.notNull())
      .addColumn('bound_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('bindings_pk', ['account_id', 'platform'])
      .execute();

    await db.schema
      .createTable('binding_subjects')
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('app', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('binding_subjects_pk', ['platform', 'app', 'subject'])
      .addForeignKeyConstraint('binding_subjects_of', ['account_id', 'platform'], 'bindings', ['account_id', 'platform'], (c) =>
        c.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('binding_subjects_by_account').on('binding_subjects').columns(['account_id', 'platform']).execute();

    await db.schema
      .createTable('social_states')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('app', 'text', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      // No reference: a sign-in has no account yet.
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('redirect', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('social_states_by_expiry').on('social_states').column('expires_at').execute();

    await db.schema
      .createTable('pending_identities')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('visitor', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('pending_identities_by_visitor').on('pending_identities').columns(['visitor', 'platform']).execute();
    await db.schema.createIndex('pending_identities_by_expiry').on('pending_identities').column('expires_at').execute();
  },
};
