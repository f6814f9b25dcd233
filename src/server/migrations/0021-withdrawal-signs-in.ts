import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a ticket of the account deletion page came from a sign-in, so that a withdrawal signs its owner in. */
export const withdrawalSignsIn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // The previous version does not record it: its tickets sign nobody in.
    await db.schema
      .alterTable('page_tickets')
      .addColumn('signs_in', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
