import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accepted versions of the developer agreement. */
export const developerConsents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('developer_consents')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('region', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('accepted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('developer_consents_pk', ['account_id', 'version'])
      .execute();
  },
};
