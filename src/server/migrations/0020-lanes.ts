import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The kind of requester of a code, and the budget that a message takes from when it leaves. */
export const lanes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // The previous version does not record the kind: its codes count for strangers, so that owners get the rest.
    await db.schema
      .alterTable('codes')
      .addColumn('asker', 'text', (c) =>
        c
          .notNull()
          .defaultTo('stranger')
          .check(sql`asker in ('stranger', 'holder')`),
      )
      .execute();
    await db.schema
      .alterTable('outbox')
      .addColumn('lane', 'text', (c) => c.check(sql`lane in ('stranger', 'holder', 'notice')`))
      .execute();
    await db.schema.alterTable('outbox').addColumn('counted_at', 'bigint').execute();
  },
};
