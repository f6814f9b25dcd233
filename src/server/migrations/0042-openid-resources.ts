import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The APIs of the operator for which apps ask for access tokens. */
export const openidResources: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('openid_resources')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('scopes', 'text', (c) => c.notNull())
      .addColumn('token_seconds', 'integer', (c) => c.notNull())
      .addColumn('format', 'text', (c) => c.notNull())
      .addColumn('introspector', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
