import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Makes a live ticket that opens the page the session of the page in one browser: true for exactly one caller. */
export async function adoptPageTicket(
  db: Db,
  { id, holder, at, expiresAt }: { readonly id: string; readonly holder: string; readonly at: number; readonly expiresAt: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('page_tickets')
      .set({ kind: 'page', holder, expires_at: expiresAt })
      .where('id', '=', id)
      .where('kind', '=', 'open')
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Spends a ticket: true for exactly one caller, and only while it is live. */
export async function claimPageTicket(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('page_tickets')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
