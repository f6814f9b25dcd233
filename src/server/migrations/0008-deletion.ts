import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Deletion requests and their results, resting names, and the tickets for the account deletion page. */
export const deletion: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('deletions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('pending', 'withdrawn', 'purging', 'purged')`))
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .addColumn('requested_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('reminders', 'integer', (c) => c.notNull())
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    // At most one open request per account, even with concurrent requests.
    await db.schema
      .createIndex('deletions_one_at_a_time')
      .unique()
      .on('deletions')
      .column('account_id')
      .where(sql.ref('state'), 'in', sql`('pending', 'purging')`)
      .execute();
    await db.schema
      .createIndex('deletions_by_due')
      .on('deletions')
      .column('due_at')
      .where(sql.ref('state'), 'in', sql`('pending', 'purging')`)
      .execute();

    await db.schema
      .createTable('erasure_receipts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().unique())
      .addColumn('requested_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('erased_at', 'bigint', (c) => c.notNull())
      .addColumn('erased', 'text', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('resting_names')
      .addColumn('name_hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('rests_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('resting_names_by_end').on('resting_names').column('rests_until').execute();

    await db.schema
      .createTable('page_tickets')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('open', 'mailed', 'page', 'delete')`))
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('visitor', 'text')
      .addColumn('session_id', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await sql`create index "page_tickets_by_session" on "page_tickets" (session_id) where session_id is not null`.execute(db);
    await db.schema.createIndex('page_tickets_by_account').on('page_tickets').column('account_id').execute();
    await db.schema.createIndex('page_tickets_by_expiry').on('page_tickets').column('expires_at').execute();
  },
};
