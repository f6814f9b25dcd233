import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** A message is sent again so often, by all members together. */
export const mostAgain = 3;

/** Takes one of the places of a message: false where none is left. */
export async function takeAgain(db: Db, first: string): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('message_copies')
      .set((eb) => ({ again: eb('again', '+', 1) }))
      .where('id', '=', first)
      .where('again', '<', mostAgain)
      .executeTakeFirstOrThrow(),
  );
}
