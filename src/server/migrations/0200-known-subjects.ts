import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The pairwise id under which an app was told of a person who allows it. */
export const knownSubjects: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('openid_consents').addColumn('subject', 'text').execute();
    await sql`create index "openid_consents_by_subject" on "openid_consents" (client_id, subject) where subject is not null`.execute(db);
  },
};
