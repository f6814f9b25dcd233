import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How far people have been told of a publication of agreements. */
export const termsNotices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('terms_notices')
      .addColumn('publication', 'integer', (c) => c.notNull())
      .addColumn('phase', 'text', (c) => c.notNull())
      .addColumn('through', 'text', (c) => c.notNull())
      .addColumn('done', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('terms_notices_pk', ['publication', 'phase'])
      .execute();
  },
};
