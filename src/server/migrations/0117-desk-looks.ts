import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Looks of members at accounts, and alarms of the desk. */
export const deskLooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('desk_looks')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('session', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('desk_looks_by_account').on('desk_looks').columns(['account_id', 'opened_at']).execute();
    await db.schema.createIndex('desk_looks_by_expiry').on('desk_looks').column('expires_at').execute();
    await db.schema
      .createTable('desk_alarms')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('desk_alarms_by_time').on('desk_alarms').column('at').execute();
    await sql.raw(`create index "sent_messages_by_reference" on "sent_messages" (reference) where reference <> ''`).execute(db);
  },
};
