import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/**
 * Spends an upgrade ticket: true for exactly one caller, its holder, while it is live. Call it in the transaction of
 * the effect.
 */
export async function claimUpgradeTicket(
  db: Db,
  { id, holder, at }: { readonly id: string; readonly holder: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('upgrade_tickets')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
