import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What members at the desk have signed: the acts that they ask for, and exceptional access. */
export const signedAsking: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('approvals').addColumn('asked_with', 'text').execute();
    await db.schema.alterTable('desk_exceptions').addColumn('asked_with', 'text').execute();
    await db.schema.alterTable('desk_exceptions').addColumn('confirmed_with', 'text').execute();
  },
};
