import type { Db as DbOf } from '#server/platform/db/db.ts';
import type { PlatformDatabase } from '#server/platform/tables.ts';

/**
 * The database as Kysely sees it, one schema for SQLite and PostgreSQL. Each `*.table.ts` adds its own table, so that
 * repositories know all tables and this file knows none.
 */
export interface Database extends PlatformDatabase {}

/** The database of the product, for all code above the platform. */
export type Db = DbOf<Database>;
