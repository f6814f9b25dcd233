import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Identity proofs and mailed links. */
export const proofsAndLinks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('proofs')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('session_id', 'text', (c) => c.notNull())
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('target_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('spent_at', 'bigint')
      .execute();
    await db.schema.createIndex('proofs_by_session').on('proofs').columns(['session_id', 'expires_at']).execute();
    await db.schema.createIndex('proofs_by_expiry').on('proofs').column('expires_at').execute();

    await db.schema
      .createTable('links')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('recovery', 'activation')`))
      // No reference: a link without an account has a row too.
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('credential_epoch', 'integer')
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('voided_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute();
    await db.schema.createIndex('links_by_account').on('links').columns(['account_id', 'kind']).execute();
    await db.schema.createIndex('links_by_expiry').on('links').column('expires_at').execute();
  },
};
