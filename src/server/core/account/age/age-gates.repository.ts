import type { Region } from '#contract/vocabulary/regions.ts';
import type { Db } from '#server/core/database/db.ts';

/** Notes the regions that have a gate now, and forgets the others. Returns since when each has had it. */
export async function keepGates(db: Db, gated: readonly Region[], at: number): Promise<ReadonlyMap<Region, number>> {
  return db.tx(async () => {
    const before = await db.q().selectFrom('age_gates').selectAll().execute();
    for (const { region } of before)
      if (!gated.includes(region)) await db.q().deleteFrom('age_gates').where('region', '=', region).execute();
    for (const region of gated)
      await db
        .q()
        .insertInto('age_gates')
        .values({ region, since: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const rows = await db.q().selectFrom('age_gates').selectAll().execute();
    return new Map(rows.map(({ region, since }) => [region, since]));
  });
}
