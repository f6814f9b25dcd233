import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What apps may learn of a profile, the lines of a consent beyond scopes, and the last use of a refresh token. */
export const profileClaims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const accounts = db.schema.alterTable('accounts');
    await accounts.addColumn('zone', 'text', (c) => c.notNull().defaultTo('')).execute();
    await accounts.addColumn('profile_changed_at', 'bigint').execute();
    await db.schema
      .alterTable('openid_consents')
      .addColumn('more', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('openid_records').addColumn('used_at', 'bigint').execute();
  },
};
