import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Numbers for the operator: counts by the hour, the last report of each instance, checks of the audit chain. */
export const figures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('figures')
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('figures_key', ['hour', 'name'])
      .execute();
    await db.schema
      .createTable('instance_reports')
      .addColumn('instance', 'text', (c) => c.primaryKey())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('version', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('instance_reports_by_age').on('instance_reports').column('at').execute();
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
