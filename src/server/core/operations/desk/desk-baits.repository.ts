import type { Database } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { Store } from '#server/core/store.ts';

type Deps = Pick<Store, 'db' | 'keyring'>;

/** Marks an account as one of nobody. */
export async function addBait(
  { db, keyring }: Deps,
  { accountId, at, by }: { readonly accountId: string; readonly at: number; readonly by: string },
): Promise<void> {
  await db
    .q()
    .insertInto('desk_baits')
    .values({ mark: keyring.mac('desk', 'bait', accountId), made_at: at, made_by: by })
    .onConflict((conflict) => conflict.column('mark').doNothing())
    .execute();
}

/** Whether an account belongs to nobody. */
export async function isBait({ db, keyring }: Deps, accountId: string): Promise<boolean> {
  for (const mark of keyring.macs('desk', 'bait', accountId)) {
    if ((await byMark(db, { mark })).length > 0) return true;
  }
  return false;
}

const byMark = keptQuery<Database, { mark: string }, { readonly mark: string }>((q, param) =>
  q.selectFrom('desk_baits').select('mark').where('mark', '=', param('mark')),
);

/** How many there are. */
export async function countBaits({ db }: Pick<Store, 'db'>): Promise<number> {
  const { count } = await db
    .q()
    .selectFrom('desk_baits')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
