import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tokens that later show whether a person still authorizes us at a platform. */
export const socialGrants: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('binding_grants')
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('binding_grants_pk', ['account_id', 'platform'])
      .addForeignKeyConstraint('binding_grants_of', ['account_id', 'platform'], 'bindings', ['account_id', 'platform'], (c) =>
        c.onDelete('cascade'),
      )
      .execute();
  },
};
