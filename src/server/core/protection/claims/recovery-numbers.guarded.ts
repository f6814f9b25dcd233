import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Spends a number: true for exactly one caller, in its time. */
export async function spendNumber(db: Db, { number, at }: { readonly number: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('recovery_numbers')
      .set({ state: 'used' })
      .where('number', '=', number)
      .where('state', '=', 'open')
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
