import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Two-step verification: authenticator apps, recovery codes, trusted browsers, and what a session has shown. */
export const twoStep: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('totp_secrets')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('pending_until', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('totp_secrets_account').on('totp_secrets').column('account_id').execute();
    await db.schema
      .createTable('recovery_codes')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('n', 'integer', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('pending_until', 'bigint')
      .addPrimaryKeyConstraint('recovery_codes_pk', ['account_id', 'n'])
      .execute();
    for (const [column, type, empty] of [
      ['two_step_at', 'bigint', undefined],
      ['second_methods', 'text', ''],
      ['offer_passkeys', 'integer', 1],
    ] as const) {
      await db.schema
        .alterTable('accounts')
        .addColumn(column, type, (c) => (empty === undefined ? c : c.notNull().defaultTo(empty)))
        .execute();
    }
    for (const [column, type, empty] of [
      ['trusted_until', 'bigint', undefined],
      ['trust_epoch', 'integer', 0],
      ['user_agent', 'text', ''],
      ['address', 'text', ''],
    ] as const) {
      await db.schema
        .alterTable('known_browsers')
        .addColumn(column, type, (c) => (empty === undefined ? c : c.notNull().defaultTo(empty)))
        .execute();
    }
    for (const [column, type, empty] of [
      ['auth_at', 'bigint', undefined],
      ['acr', 'text', '1'],
      ['amr', 'text', ''],
      ['ways', 'text', ''],
    ] as const) {
      await db.schema
        .alterTable('sessions')
        .addColumn(column, type, (c) => (empty === undefined ? c : c.notNull().defaultTo(empty)))
        .execute();
    }
    await db.schema
      .alterTable('page_tickets')
      .addColumn('ways', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
