import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Receipts of erasures that their owners can open by a link, signed. Older requests and receipts have none. */
export const signedReceipts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('deletions').addColumn('receipt_hash', 'text').execute();
    await sql`create unique index "deletions_by_receipt" on "deletions" (receipt_hash) where receipt_hash is not null`.execute(db);
    await db.schema.alterTable('erasure_receipts').addColumn('document', 'text').execute();
    await db.schema.alterTable('erasure_receipts').addColumn('signature', 'text').execute();
    await db.schema.alterTable('erasure_receipts').addColumn('public_key', 'text').execute();
  },
};
