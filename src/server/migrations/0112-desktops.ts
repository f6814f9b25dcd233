import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Desktops: the browser session that signed one in on its own computer, and the grants of its programs. */
export const desktops: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('devices').addColumn('session_id', 'text').execute();
    await sql`create index "devices_by_session" on "devices" (session_id) where session_id is not null`.execute(db);
    await sql`create index "openid_records_by_device" on "openid_records" (device_id) where device_id is not null`.execute(db);
  },
};
