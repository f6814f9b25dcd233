import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/**
 * Makes a waiting legacy account a tombstone: true for the one caller that receives it. Call it in the transaction of
 * the effect.
 */
export async function settleLegacy(
  db: Db,
  { id, to, accountId, at }: { readonly id: string; readonly to: 'upgraded' | 'merged'; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_accounts')
      .set({ state: to, account_id: accountId, settled_at: at })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow(),
  );
}

/** Returns a merged legacy account to the waiting state: true for the caller that found it merged into that account. */
export async function reopenLegacy(db: Db, { id, accountId }: { readonly id: string; readonly accountId: string }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('legacy_accounts')
      .set({ state: 'waiting', account_id: null, settled_at: null })
      .where('id', '=', id)
      .where('state', '=', 'merged')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
}
