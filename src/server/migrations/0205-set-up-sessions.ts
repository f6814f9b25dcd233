import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The session whose set-up of two-step verification a new app or new recovery codes wait for. */
export const setUpSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('totp_secrets').addColumn('waits_in', 'text').execute();
    await db.schema.alterTable('recovery_codes').addColumn('waits_in', 'text').execute();
  },
};
