import type { Db } from '#server/core/database/db.ts';
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

/** Ends the devices of an account that an app has signed in: their tokens have ended with the consent. */
export async function endDevicesOfApp(
  db: Db,
  { accountId, clientId, at }: { readonly accountId: string; readonly clientId: string; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('devices')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Holds a live device until the end of the transaction, so that its end waits: false for one that has ended. */
export async function holdDevice(
  db: Db,
  { id, accountId, at }: { readonly id: string; readonly accountId: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('devices')
      .set({ last_seen_at: at })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}
