import type { RegionOrNone } from '#contract/vocabulary/regions.ts';
import type { Database, Db } from '#server/core/database/db.ts';
import { day } from '#server/platform/clock.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { RightsCount } from './rights-counts.ts';

/**
 * Counts for the transparency report, in the caller's transaction and as its last part: the rows are everybody's. The region
 * is that of the account now, or '' without one.
 */
export async function addRightsCounts(
  db: Db,
  { accountId, names, at }: { readonly accountId: string | null; readonly names: readonly RightsCount[]; readonly at: number },
): Promise<void> {
  if (names.length === 0) return;
  const region = accountId === null ? '' : await regionOf(db, accountId);
  const row = { day: at - (at % day), region };
  for (const name of names) {
    await db.beforeCommit(`rights_counters ${row.day} ${region} ${name}`, async () => {
      await addOne(db, { ...row, name });
    });
  }
}

const addOne = keptQuery<Database, { day: number; region: RegionOrNone; name: RightsCount }, unknown>((q, param) =>
  q
    .insertInto('rights_counters')
    .values({ day: param('day'), region: param('region'), name: param('name'), count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'region', 'name']).doUpdateSet((eb) => ({ count: eb('rights_counters.count', '+', 1) })),
    ),
);

async function regionOf(db: Db, accountId: string): Promise<RegionOrNone> {
  const [account] = await regionOfAccount(db, { accountId });
  return account?.region === 'CN' || account?.region === 'DE' ? account.region : '';
}

const regionOfAccount = keptQuery<Database, { accountId: string }, { readonly region: string | null }>((q, param) =>
  q.selectFrom('accounts').select('region').where('id', '=', param('accountId')),
);

export interface CountedRight {
  readonly region: RegionOrNone;
  readonly name: RightsCount;
  readonly count: number;
}

/** The sums of the UTC days from `from` on and before `to`. */
export async function sumRightsCounts(
  db: Db,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly CountedRight[]> {
  const rows = await db
    .q()
    .selectFrom('rights_counters')
    .select(['region', 'name'])
    .select((eb) => eb.fn.sum<number | string>('count').as('count'))
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy(['region', 'name'])
    .orderBy('region')
    .orderBy('name')
    .execute();
  return rows.map(({ region, name, count }) => ({ region, name, count: Number(count) }));
}
