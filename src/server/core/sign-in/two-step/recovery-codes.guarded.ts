import type { Db } from '#server/core/database/db.ts';
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

/** Makes the waiting codes of a session's set-up valid. Returns their number. */
export async function finishCodes(
  db: Db,
  { accountId, session, at }: { readonly accountId: string; readonly session: string; readonly at: number },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('recovery_codes')
    .set({ pending_until: null, session_id: null })
    .where('account_id', '=', accountId)
    .where('session_id', '=', session)
    .where('pending_until', '>', at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
