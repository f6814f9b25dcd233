import { forgetClientIps } from '#server/core/audit/audit.repository.ts';
import { clearFailuresOfBrowsers } from '#server/core/credentials/failures-of-browsers.guarded.ts';
import type { DeletionRow } from '#server/core/deletion/deletions.guarded.ts';
import { tables, type Db } from '#server/core/database.ts';
import { erase } from '#server/platform/db/table-lives.ts';

/** Erases an account from all tables, in the transaction of the purge. Returns the numbers for the receipt. */
export async function eraseAccountRows(db: Db, accountId: string): Promise<Record<string, number>> {
  // Before the browsers, whose hashes are in the keys.
  await clearFailuresOfBrowsers(db, { key: `sign-in:${accountId}`, accountId });
  const counts = await erase(db, tables, accountId);
  await forgetClientIps(db, accountId);
  return counts;
}

/**
 * The number of what a purge erases: raise it with every column or table that is added to that. Accounts that were purged by a lower one are
 * erased again.
 */
const edition = 1;

/** Notes that an account was erased, with nothing in it that a person could be known by. */
export async function insertReceipt(
  db: Db,
  { deletion, erased, at }: { readonly deletion: DeletionRow; readonly erased: Readonly<Record<string, number>>; readonly at: number },
): Promise<void> {
  const { id, account_id, requested_at, due_at } = deletion;
  await db
    .q()
    .insertInto('erasure_receipts')
    .values({ id, account_id, requested_at, due_at, erased_at: at, erased: JSON.stringify(erased), edition })
    .execute();
}

/** Some of the accounts of which a version before this one, or beside it, has erased less. */
export async function findLesserErasures(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db.q().selectFrom('erasure_receipts').select('account_id').where('edition', '<', edition).limit(limit).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Notes that all is erased that this version erases. */
export async function raiseErasure(db: Db, accountId: string): Promise<void> {
  await db.q().updateTable('erasure_receipts').set({ edition }).where('account_id', '=', accountId).execute();
}
