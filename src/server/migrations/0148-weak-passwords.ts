import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the password of an account was easy to guess when it was last typed. */
export const weakPasswords: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('accounts')
      .addColumn('password_weak', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
