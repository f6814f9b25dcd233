import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Checks of the audit chain. */
export const auditChecks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('audit_checks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('begun_at', 'bigint', (c) => c.notNull())
      .addColumn('from_seal', 'integer', (c) => c.notNull())
      .addColumn('through', 'integer', (c) => c.notNull())
      .addColumn('head', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('faults', 'integer', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('audit_checks_by_kind').on('audit_checks').columns(['kind', 'at']).execute();
  },
};
