import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people allow beyond the agreements, one row for each purpose that they have ever decided. */
export const choices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('choices')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('given', 'integer', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('choices_pk', ['account_id', 'purpose'])
      .execute();
  },
};
