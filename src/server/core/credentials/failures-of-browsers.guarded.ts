import { sql } from 'kysely';
import type { Db } from '#server/core/database.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Clears the failures of `key` and of `key:browser` for every known browser of the account. */
export async function clearFailuresOfBrowsers(
  db: Db,
  { key, accountId }: { readonly key: string; readonly accountId: string },
): Promise<void> {
  await unguarded(db)
    .deleteFrom('failures')
    .where((eb) =>
      eb.or([
        eb('key', '=', key),
        eb(
          'key',
          'in',
          eb
            .selectFrom('known_browsers')
            .select(sql<string>`${`${key}:`} || browser`.as('key'))
            .where('account_id', '=', accountId),
        ),
      ]),
    )
    .execute();
}
