import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Notes the answer of the invited account: a refusal stays, so that the developer sees it. */
export async function answerInvitation(
  db: Db,
  { id, accountId, accept }: { readonly id: string; readonly accountId: string; readonly accept: boolean },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('app_testers')
      .set({ state: accept ? 'accepted' : 'refused' })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('state', 'in', ['invited', 'accepted'])
      .executeTakeFirstOrThrow(),
  );
}
