import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Consumes a code or token of the OpenID provider: true for exactly one caller. */
export async function consumeOpenidRecord(
  db: Db,
  { model, id, at }: { readonly model: string; readonly id: string; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ consumed_at: at })
      .where('model', '=', model)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Notes that a refresh token was replaced, with its successor in the sealed payload: true for exactly one caller. */
export async function replaceRefreshToken(
  db: Db,
  { id, at, sealed }: { readonly id: string; readonly at: number; readonly sealed: string },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ consumed_at: at, sealed })
      .where('model', '=', 'RefreshToken')
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
}

/** Records that a device polls for its code: false when the last poll was less than `intervalMs` ago. */
export async function pollDeviceCode(
  db: Db,
  { id, at, intervalMs }: { readonly id: string; readonly at: number; readonly intervalMs: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ polled_at: at })
      .where('model', '=', 'DeviceCode')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<=', at - intervalMs)]))
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Claims the only decision about a device's code, in the transaction of its effect: true for the first caller in time.
 */
export async function decideDeviceCode(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set({ decided_at: at })
      .where('model', '=', 'DeviceCode')
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Counts a row for the signed-in account instead of the network. */
export async function leaveStrangerPlace(db: Db, { model, id }: { readonly model: string; readonly id: string }): Promise<void> {
  await unguarded(db)
    .updateTable('openid_records')
    .set({ source: null, bytes: 0 })
    .where('model', '=', model)
    .where('id', '=', id)
    .where('source', 'is not', null)
    .execute();
}

/**
 * Leases the notification of clients about an ended session to one worker: counts the try, and excludes others before
 * `until`.
 */
export async function leaseSessionEnd(
  db: Db,
  { id, at, until }: { readonly id: string; readonly at: number; readonly until: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('openid_records')
      .set((eb) => ({ told_at: until, tries: eb('tries', '+', 1) }))
      .where('model', '=', 'Session')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('told_at', 'is', null), eb('told_at', '<=', at)]))
      .executeTakeFirstOrThrow(),
  );
}

/** Removes the record of a session whose clients were told of its end; that of an account that an authority holds stays, and is told. */
export async function endToldSession(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  const q = unguarded(db);
  await q
    .deleteFrom('openid_records')
    .where('model', '=', 'Session')
    .where('id', '=', id)
    .where(notHeld('openid_records.account_id', at))
    .execute();
  await q
    .updateTable('openid_records')
    .set({ told_at: Number.MAX_SAFE_INTEGER })
    .where('model', '=', 'Session')
    .where('id', '=', id)
    .execute();
}

/** Notes the use of a refresh token that is not replaced: it stays alive while it is used. */
export async function noteRefresh(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('openid_records')
    .set({ used_at: at })
    .where('model', '=', 'RefreshToken')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', at)]))
    .execute();
}

/** Notes the use of a grant by a program of a desktop. */
export async function noteProgram(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<void> {
  await unguarded(db)
    .updateTable('openid_records')
    .set({ used_at: at })
    .where('model', '=', 'Grant')
    .where('id', '=', id)
    .where('device_id', 'is not', null)
    .execute();
}
