import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Spends a time step of an app: true for one caller, and only for a step later than every spent one. */
export async function spendStep(
  db: Db,
  { id, step, at }: { readonly id: string; readonly step: number; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('totp_secrets')
      .set({ last_step: step, last_used_at: at })
      .where('id', '=', id)
      .where('pending_until', 'is', null)
      .where('last_step', '<', step)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Confirms a new app by its first code, and spends the code's step. `until` is when it ends if the set-up is not
 * finished; null for an app that is a second step at once. True for one caller.
 */
export async function confirmApp(
  db: Db,
  { id, step, at, until }: { readonly id: string; readonly step: number; readonly at: number; readonly until: number | null },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('totp_secrets')
      .set({ last_step: step, confirmed_at: at, pending_until: until, ...(until === null && { session_id: null }) })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .where('pending_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Makes second steps of the confirmed apps of a session's set-up. */
export async function finishApps(
  db: Db,
  { accountId, session, at }: { readonly accountId: string; readonly session: string; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('totp_secrets')
    .set({ pending_until: null, session_id: null })
    .where('account_id', '=', accountId)
    .where('session_id', '=', session)
    .where('confirmed_at', 'is not', null)
    .where('pending_until', '>', at)
    .execute();
}

/** Removes an app of an account: true for one caller. */
export async function removeApp(db: Db, { accountId, id }: { readonly accountId: string; readonly id: string }): Promise<boolean> {
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('totp_secrets')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('pending_until', 'is', null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
