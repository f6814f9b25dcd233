import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts of members of staff, and their sessions at the desk. */
export const desk: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('staff').addColumn('account_id', 'text').execute();
    await sql.raw(`create unique index "staff_by_account" on "staff" (account_id) where account_id is not null`).execute(db);
    await db.schema
      .createTable('desk_sessions')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('member', 'text', (c) => c.notNull())
      .addColumn('role_since', 'bigint', (c) => c.notNull())
      .addColumn('credential_epoch', 'integer', (c) => c.notNull())
      .addColumn('thumbprint', 'text', (c) => c.notNull())
      .addColumn('made_at', 'bigint', (c) => c.notNull())
      .addColumn('proof_at', 'bigint', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('network', 'text', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('desk_sessions_by_account').on('desk_sessions').column('account_id').execute();
    await db.schema.createIndex('desk_sessions_by_expiry').on('desk_sessions').column('expires_at').execute();
  },
};
