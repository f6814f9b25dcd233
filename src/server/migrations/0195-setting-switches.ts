import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Settings that their owner has switched off one by one. */
export const settingSwitches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('settings_state')
      .addColumn('switched_off', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
};
