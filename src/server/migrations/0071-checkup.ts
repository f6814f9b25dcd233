import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Recommendations that a person does not want to see for a while. */
export const checkup: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('checkup_rests')
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('advice', 'text', (c) => c.notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('checkup_rests_pk', ['account_id', 'advice'])
      .execute();
    await db.schema.createIndex('checkup_rests_by_end').on('checkup_rests').column('until').execute();
  },
};
