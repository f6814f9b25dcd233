import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links of notices: the kinds of links stand in the code alone. */
export function noticeLinks(engine: 'sqlite' | 'postgres'): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (engine === 'postgres') await sql`alter table "links" drop constraint "links_kind_check"`.execute(db);
      else await copyWithoutCheck(db);
    },
  };
}

/** SQLite drops no constraint of a table. */
async function copyWithoutCheck(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('links_without_check')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('credential_epoch', 'integer')
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('voided_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .execute();
  const columns = 'id, kind, account_id, credential_epoch, sealed, created_at, expires_at, voided_at, used_at';
  await sql.raw(`insert into "links_without_check" (${columns}) select ${columns} from "links"`).execute(db);
  await db.schema.dropTable('links').execute();
  await db.schema.alterTable('links_without_check').renameTo('links').execute();
  await db.schema.createIndex('links_by_account').on('links').columns(['account_id', 'kind']).execute();
  await db.schema.createIndex('links_by_expiry').on('links').column('expires_at').execute();
}
