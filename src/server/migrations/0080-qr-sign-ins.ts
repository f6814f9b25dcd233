import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Codes for signing in on a computer, from the moment at which a phone opens one. */
export function qrSignIns(engine: 'sqlite' | 'postgres'): Migration {
  // Networks are ranges of it: compared by bytes, regardless of the database's language.
  const bytes = engine === 'postgres' ? sql`text collate "C"` : 'text';
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('qr_sign_ins')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('purpose', 'text', (c) => c.notNull())
        .addColumn('phone', 'text', (c) => c.notNull())
        .addColumn('opened_at', 'bigint', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('computer', 'text')
        .addColumn('computer_address', 'text', (c) => c.notNull())
        .addColumn('computer_browser', 'text', (c) => c.notNull())
        .addColumn('browser_name', 'text', (c) => c.notNull())
        .addColumn('os', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text')
        .addColumn('credential_epoch', 'integer', (c) => c.notNull())
        .addColumn('number', 'integer')
        .addColumn('choices', 'text', (c) => c.notNull())
        .addColumn('same_network', 'integer', (c) => c.notNull())
        .addColumn('ways', 'text', (c) => c.notNull())
        .addColumn('source', bytes)
        .execute();
      await db.schema.createIndex('qr_sign_ins_by_phone').on('qr_sign_ins').columns(['phone', 'expires_at']).execute();
      await db.schema.createIndex('qr_sign_ins_by_account').on('qr_sign_ins').column('account_id').execute();
      await db.schema.createIndex('qr_sign_ins_by_expiry').on('qr_sign_ins').column('expires_at').execute();
      await sql`create index "qr_sign_ins_by_source" on "qr_sign_ins" (source, expires_at) where source is not null`.execute(db);
      // The first character of an id is random.
      await sql`create index "qr_sign_ins_by_lot" on "qr_sign_ins" (substr(id, 1, 1), source, expires_at) where source is not null`.execute(
        db,
      );
    },
  };
}
