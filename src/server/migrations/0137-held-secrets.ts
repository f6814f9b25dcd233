import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a restore has put a secret of an app on hold until its developer confirms it. */
export const heldSecrets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('app_secrets').addColumn('held_at', 'bigint').execute();
  },
};
