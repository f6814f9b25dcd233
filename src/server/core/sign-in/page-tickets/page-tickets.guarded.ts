import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

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
