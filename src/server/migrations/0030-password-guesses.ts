import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Wrong passwords over months, for accounts and for sessions, and the end of a known browser. */
export const passwordGuesses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('password_guesses')
      .addColumn('holder', 'text', (c) => c.primaryKey().notNull())
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('account', 'legacy', 'nobody')`))
      .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
      .addColumn('in_a_row', 'integer', (c) => c.notNull())
      .addColumn('in_period', 'integer', (c) => c.notNull())
      .addColumn('period_at', 'bigint', (c) => c.notNull())
      .addColumn('paused_at', 'bigint')
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('password_guesses_by_account').on('password_guesses').column('account_id').execute();
    await db.schema.alterTable('known_browsers').addColumn('ended_at', 'bigint').execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('wrong_passwords', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
