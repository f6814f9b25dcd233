import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Time and method of an account's last recovery, so that its owner sees what was added before. */
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
