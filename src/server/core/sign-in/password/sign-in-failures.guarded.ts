import { sql } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Clears the failures of the keys of an account's identifiers, and of every browser that it knows. */
export async function clearSignInFailures(
  db: Db,
  { keys, accountId }: { readonly keys: readonly string[]; readonly accountId: string },
): Promise<void> {
  await unguarded(db)
    .deleteFrom('failures')
    .where((eb) =>
      eb.or([
        ...keys.map((key) => eb('key', '=', key)),
        eb(
          'key',
          'in',
          eb
            .selectFrom('known_browsers')
            .select(sql<string>`${`sign-in:${accountId}:`} || browser`.as('key'))
            .where('account_id', '=', accountId),
        ),
      ]),
    )
    .execute();
}
