import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Copies of people's data: at most one of an account is under way. */
export const exports: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('exports')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('requested_at', 'bigint', (c) => c.notNull())
      .addColumn('ready_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('file', 'text')
      .addColumn('parts', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addColumn('sha256', 'text')
      .addColumn('sealed_key', 'text')
      .addColumn('ticket_hash', 'text')
      .addColumn('ticket_session', 'text')
      .addColumn('ticket_until', 'bigint')
      .addColumn('ticket_uses', 'integer', (c) => c.notNull())
      .addColumn('downloads', 'integer', (c) => c.notNull())
      .addColumn('last_download_at', 'bigint')
      .execute();
    await db.schema.createIndex('exports_by_account').on('exports').columns(['account_id', 'requested_at']).execute();
    await db.schema.createIndex('exports_by_state').on('exports').columns(['state', 'requested_at']).execute();
    await db.schema.createIndex('exports_by_ticket').on('exports').column('ticket_hash').execute();
    await sql`create index "exports_by_session" on "exports" (ticket_session) where ticket_session is not null`.execute(db);
    await sql`create unique index "exports_under_way" on "exports" (account_id) where state in ('queued', 'building')`.execute(db);
  },
};
