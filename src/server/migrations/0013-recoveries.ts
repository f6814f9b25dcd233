import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When an account was last recovered and by what, so that its owner is shown what was added before. */
export const recoveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [column, type] of [
      ['recovered_at', 'bigint'],
      ['recovered_by', 'text'],
      ['recovered_since', 'bigint'],
      ['recovery_reviewed_at', 'bigint'],
    ] as const) {
      await db.schema.alterTable('accounts').addColumn(column, type).execute();
    }
  },
};
