import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The signature of the passkey that approved an act. */
export const signedApprovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('approvals').addColumn('assertion', 'text').execute();
  },
};
