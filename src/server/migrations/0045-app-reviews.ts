import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a review, a domain's proof and a suspension note at an app. */
export const appReviews: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const clients = db.schema.alterTable('openid_clients');
    await clients.addColumn('state_before', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('suspended_because', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('granted_names', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('scope_reasons', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('reviewed_domain', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('domain_by', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('domain_token', 'text', (c) => c.notNull().defaultTo('')).execute();
    await clients.addColumn('domain_seen_at', 'bigint').execute();
    await clients.addColumn('domain_gone_at', 'bigint').execute();
    await clients.addColumn('live_at', 'bigint').execute();
  },
};
