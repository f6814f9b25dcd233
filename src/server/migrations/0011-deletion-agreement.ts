import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The accepted version of the deletion agreement; null for none. */
export const deletionAgreement: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('deletions').addColumn('agreement', 'text').execute();
  },
};
