import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Agreements that leads write at the desk, until two of them publish one. */
export const publicationDrafts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('publication_drafts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('publish_at', 'bigint')
      .execute();
    await db.schema.createIndex('publication_drafts_by_state').on('publication_drafts').columns(['state', 'publish_at']).execute();
    await db.schema.createIndex('publication_drafts_by_time').on('publication_drafts').column('saved_at').execute();
  },
};
