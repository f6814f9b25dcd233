import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The session whose set-up of two-step verification a new app or new recovery codes wait for. */
export const setUpSessions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('totp_secrets').addColumn('session_id', 'text').execute();
    await db.schema.alterTable('recovery_codes').addColumn('session_id', 'text').execute();
    await sql`create index "totp_secrets_by_session" on "totp_secrets" (session_id) where session_id is not null`.execute(db);
    await sql`create index "recovery_codes_by_session" on "recovery_codes" (session_id) where session_id is not null`.execute(db);
  },
};
