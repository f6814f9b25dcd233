import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Spends a recovery code: true for exactly one caller. */
export async function spendRecoveryCode(
  db: Db,
  { accountId, n, at }: { readonly accountId: string; readonly n: number; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('recovery_codes')
      .set({ used_at: at })
      .where('account_id', '=', accountId)
      .where('n', '=', n)
      .where('used_at', 'is', null)
      .where('pending_until', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Replaces all other codes by the waiting codes of a set-up. Returns their number. */
export async function finishCodes(db: Db, { accountId, at }: { readonly accountId: string; readonly at: number }): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('recovery_codes')
    .set({ pending_until: null })
    .where('account_id', '=', accountId)
    .where('pending_until', '>', at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
