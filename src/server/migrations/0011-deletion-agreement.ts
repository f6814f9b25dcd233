import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which version of the agreement on deletion was accepted with a request; null for none. */
export const deletionAgreement: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('deletions').addColumn('agreement', 'text').execute();
  },
};
