import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What apps may learn of a profile: its time zone, and when it last changed. */
export const profileClaims: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const accounts = db.schema.alterTable('accounts');
    await accounts.addColumn('zone', 'text', (c) => c.notNull().defaultTo('')).execute();
    await accounts.addColumn('profile_changed_at', 'bigint').execute();
    await db.schema
      .alterTable('openid_consents')
      .addColumn('more', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  },
};
