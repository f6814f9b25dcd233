import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';

export interface StoredChoice {
  readonly groups: string;
  readonly held: string;
  readonly version: string;
}

export const findChoice = prepared<Database, { account: string }, StoredChoice>((q, param) =>
  q.selectFrom('notice_settings').select(['groups', 'held', 'version']).where('account_id', '=', param('account')),
);

/** Stores a choice where the present one is still of this version ('' for none): true for exactly one caller. */
export async function storeChoice(
  db: Db,
  { accountId, from, at, ...next }: StoredChoice & { readonly accountId: string; readonly from: string; readonly at: number },
): Promise<boolean> {
  if (from === '') {
    const { numInsertedOrUpdatedRows } = await unguarded(db)
      .insertInto('notice_settings')
      .values({ account_id: accountId, ...next, changed_at: at })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  return won(
    await unguarded(db)
      .updateTable('notice_settings')
      .set({ ...next, changed_at: at })
      .where('account_id', '=', accountId)
      .where('version', '=', from)
      .executeTakeFirstOrThrow(),
  );
}
