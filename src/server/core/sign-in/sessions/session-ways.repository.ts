import type { Db } from '#server/core/database/db.ts';
import { waysIn } from '#server/core/sign-in/ways/assurance-columns.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';

/** The ways that opened a session of an account or proved in it, also of one that has just ended; none for another's. */
export async function waysOfSession(
  db: Db,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<readonly WayId[]> {
  const row = await db
    .q()
    .selectFrom('sessions')
    .select('ways')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? [] : waysIn(row.ways);
}
