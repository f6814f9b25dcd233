import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The key of a desktop, by which it learns why its sign-in is over. */
export const desktopKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('devices').addColumn('key_thumbprint', 'text').execute();
    await sql`create index "devices_by_key" on "devices" (key_thumbprint) where key_thumbprint is not null`.execute(db);
  },
};
