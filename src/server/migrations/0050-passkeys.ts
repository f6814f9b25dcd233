import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passkeys, the handles under which authenticators know an account, and the very way that gave a proof. */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('credential_id', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('alg', 'integer', (c) => c.notNull())
      .addColumn('rp_id', 'text', (c) => c.notNull())
      .addColumn('aaguid', 'text', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('carriers', 'text', (c) => c.notNull())
      .addColumn('backup_eligible', 'integer', (c) => c.notNull())
      .addColumn('backed_up', 'integer', (c) => c.notNull())
      .addColumn('sign_count', 'bigint', (c) => c.notNull())
      .addColumn('uv_seen', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('made_by', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .addColumn('last_place', 'text', (c) => c.notNull())
      .addColumn('suspect_at', 'bigint')
      .execute();
    await db.schema.createIndex('passkeys_by_credential').unique().on('passkeys').columns(['rp_id', 'credential_id']).execute();
    await db.schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute();
    await db.schema
      .createTable('user_handles')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull().references('accounts.id'))
      .addColumn('handle', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('user_handles_by_handle').unique().on('user_handles').column('handle').execute();
    await db.schema.alterTable('sessions').addColumn('passkey_until', 'bigint').execute();
    await db.schema.alterTable('proofs').addColumn('way', 'text').execute();
  },
};
