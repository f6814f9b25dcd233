import type { Db } from '#server/core/database/db.ts';

/** Suggestions that an account does not want to see now. */
export async function listRests(
  db: Db,
  { accountId, at }: { readonly accountId: string; readonly at: number },
): Promise<readonly string[]> {
  const rows = await db
    .q()
    .selectFrom('checkup_rests')
    .select('advice')
    .where('account_id', '=', accountId)
    .where('until', '>', at)
    .execute();
  return rows.map(({ advice }) => advice);
}

/** Hides a recommendation until a moment. */
export async function rest(
  db: Db,
  { accountId, advice, until }: { readonly accountId: string; readonly advice: string; readonly until: number },
): Promise<void> {
  await db
    .q()
    .insertInto('checkup_rests')
    .values({ account_id: accountId, advice, until })
    .onConflict((conflict) => conflict.columns(['account_id', 'advice']).doUpdateSet({ until }))
    .execute();
}
