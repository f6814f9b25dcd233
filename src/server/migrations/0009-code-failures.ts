import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The failure of a code's message that reached nobody. */
export const codeFailures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('codes')
      .addColumn('tells_failure', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('codes')
      .addColumn('failure', 'text', (c) => c.check(sql`failure in ('wrongTarget', 'tooMany', 'blocked', 'notTaken', 'undelivered')`))
      .execute();
    await db.schema.alterTable('codes').addColumn('failure_told_at', 'bigint').execute();
  },
};
