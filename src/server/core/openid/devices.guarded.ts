import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Ends a device of an account: true for the caller that ended it. */
export async function endDevice(
  db: Db,
  { id, accountId, at }: { readonly id: string; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('devices')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}
