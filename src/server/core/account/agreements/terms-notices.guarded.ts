import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { TermsPhase } from './terms-notices.table.ts';

interface Round {
  readonly publication: number;
  readonly phase: TermsPhase;
}

/** The place that a round has reached; undefined when it is over. Begins it where there is none. */
export async function placeOfRound(db: Db, { publication, phase }: Round): Promise<string | undefined> {
  const q = unguarded(db);
  await q
    .insertInto('terms_notices')
    .values({ publication, phase, through: '', done: 0 })
    .onConflict((conflict) => conflict.columns(['publication', 'phase']).doNothing())
    .execute();
  const row = await q
    .selectFrom('terms_notices')
    .select(['through', 'done'])
    .where('publication', '=', publication)
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow();
  return row.done === 1 ? undefined : row.through;
}

/** Moves a round on: true for the one of several servers that tells the accounts in between. */
export async function moveRound(
  db: Db,
  { publication, phase }: Round,
  { from, through, done }: { readonly from: string; readonly through: string; readonly done: boolean },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('terms_notices')
      .set({ through, done: done ? 1 : 0 })
      .where('publication', '=', publication)
      .where('phase', '=', phase)
      .where('through', '=', from)
      .where('done', '=', 0)
      .executeTakeFirstOrThrow(),
  );
}

/** Accounts behind a place that have not accepted a publication, in the order of their ids. */
export async function accountsWithout(
  db: Db,
  { publication, after, limit }: { readonly publication: number; readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .q()
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .where('state', '=', 'active')
    .where('agreed_through', '<', publication)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
