import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Members of staff with their roles, and acts that wait for a second one. */
export const staff: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('staff')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('granted_by', 'text', (c) => c.notNull())
      .addColumn('place', 'text', (c) => c.notNull())
      .execute();
    await sql.raw(`create unique index "staff_by_place" on "staff" (place) where place <> ''`).execute(db);
    await db.schema
      .createTable('approvals')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('act', 'text', (c) => c.notNull())
      .addColumn('object', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text')
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('case_ref', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('asked_by', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('answered_by', 'text', (c) => c.notNull())
      .addColumn('answered_at', 'bigint')
      .execute();
    await db.schema.createIndex('approvals_by_state').on('approvals').columns(['state', 'expires_at']).execute();
    await db.schema.createIndex('approvals_by_expiry').on('approvals').column('expires_at').execute();
    await db.schema.createIndex('approvals_by_account').on('approvals').column('account_id').execute();
  },
};
