import { forgetClientIps } from '#server/core/protection/audit/audit.repository.ts';
import { clearSignInFailures } from '#server/core/sign-in/password/sign-in-failures.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { erase } from '#server/platform/db/tables/table-lives.ts';
import type { ReceiptDocument, ReceiptFacts, SignedReceipt } from './receipt-document.ts';

/** Erases an account from all tables, in the transaction of the purge. Returns the numbers for the receipt. */
export async function eraseAccountRows(db: Db, accountId: string): Promise<Record<string, number>> {
  // Before the browsers, whose hashes are in the keys. Those of names are keyed hashes, and go within a day.
  await clearSignInFailures(db, { keys: [], accountId });
  const counts = await erase(db, accountId);
  await forgetClientIps(db, accountId);
  return counts;
}

/**
 * The scope of an erasure: `list` is the digest of everything that the tables declare about it, and every change of it
 * raises the number (`erased.test.ts`). An account that was erased under a lower number is erased again.
 */
export const erasure = { edition: 2, list: 'JmsHGZwUtJrMEZAB1sBcJcZVkuVGiSp2G7cCatw_ZNA' } as const;

/** Notes the erasure of an account without any personal data. */
export async function insertReceipt(
  db: Db,
  { deletion, erased, at }: Pick<ReceiptFacts, 'deletion' | 'erased' | 'at'>,
  { document, signature, publicKey }: SignedReceipt,
): Promise<void> {
  const { id, account_id, requested_at, due_at } = deletion;
  await db
    .q()
    .insertInto('erasure_receipts')
    .values({
      id,
      account_id,
      requested_at,
      due_at,
      erased_at: at,
      erased: JSON.stringify(erased),
      edition: erasure.edition,
      document,
      signature,
      public_key: publicKey,
    })
    .execute();
}

/** The row of the trail that notes the erasure of an account, in the transaction that wrote it. */
export async function findPurgeInTrail(db: Db, accountId: string): Promise<ReceiptDocument['audit']> {
  const { id, mac } = await db
    .q()
    .selectFrom('audit')
    .select(['id', 'mac'])
    .where('account_id', '=', accountId)
    .where('event', '=', 'account.purged')
    .executeTakeFirstOrThrow();
  return { row: id, mac };
}

/** A deletion by its link; undefined for an unknown one and one that was withdrawn. */
export interface FoundReceipt {
  readonly dueAt: number;
  readonly erasedAt: number;
  /** Undefined until the account is erased. */
  readonly signed?: SignedReceipt;
}

/** Finds what became of a deletion by the hash of its link's token. */
export async function findReceipt(db: Db, receiptHash: string): Promise<FoundReceipt | undefined> {
  const row = await db
    .q()
    .selectFrom('deletions')
    .leftJoin('erasure_receipts', 'erasure_receipts.id', 'deletions.id')
    .select(['deletions.due_at', 'erased_at', 'document', 'signature', 'public_key'])
    .where('receipt_hash', '=', receiptHash)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { due_at: dueAt, erased_at: erasedAt, document, signature, public_key: publicKey } = row;
  if (erasedAt === null || document === null || signature === null || publicKey === null) return { dueAt, erasedAt: dueAt };
  return { dueAt, erasedAt, signed: { document, signature, publicKey } };
}

/** Finds accounts that were erased less completely, also by an instance that runs beside this one. */
export async function findLesserErasures(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .q()
    .selectFrom('erasure_receipts')
    .select('account_id')
    .where('edition', '<', erasure.edition)
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Notes that the account is erased to the present extent. */
export async function raiseErasure(db: Db, accountId: string): Promise<void> {
  await db.q().updateTable('erasure_receipts').set({ edition: erasure.edition }).where('account_id', '=', accountId).execute();
}
