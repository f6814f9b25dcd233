import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Networks from which accounts have signed in, and wrong passwords of a day. */
export const knownNetworks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('known_networks')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('network', 'text', (c) => c.notNull())
      .addColumn('country', 'text', (c) => c.notNull())
      .addColumn('first_at', 'bigint', (c) => c.notNull())
      .addColumn('last_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_networks_key', ['account_id', 'network'])
      .execute();
    await db.schema.createIndex('known_networks_by_age').on('known_networks').column('last_at').execute();
    await db.schema
      .alterTable('password_guesses')
      .addColumn('in_day', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('password_guesses')
      .addColumn('day_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
