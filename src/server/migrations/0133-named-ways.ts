import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ways that somebody who froze an account called stolen, apart from those that a thief has used. */
export const namedWays: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('incidents')
      .addColumn('named', 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
  },
};
