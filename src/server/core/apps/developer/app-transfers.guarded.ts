import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Ends an offer that stands: true for one of the calls that want to end it. */
export async function endTransfer(
  db: Db,
  end: { readonly id: string; readonly to: 'accepted' | 'refused' | 'withdrawn'; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('app_transfers')
      .set({ state: end.to, open: null })
      .where('id', '=', end.id)
      .where('state', '=', 'open')
      .where('expires_at', '>', end.at)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends every offer of an app: the present one, and one that has lapsed. */
export async function endTransfersOf(db: Db, clientId: string): Promise<void> {
  await unguarded(db).updateTable('app_transfers').set({ state: 'withdrawn', open: null }).where('open', '=', clientId).execute();
}
