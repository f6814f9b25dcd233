import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Accepts all publications through this one: true for the first of concurrent requests, false when it was accepted before. */
export async function acceptThrough(db: Db, accountId: string, publication: number): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ agreed_through: publication, terms_remind_at: null, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .where('state', '=', 'active')
      .where('agreed_through', '<', publication)
      .executeTakeFirstOrThrow(),
  );
}

/** Puts a publication off until a moment: false when it was accepted, or put off until as long, at this moment. */
export async function putOff(
  db: Db,
  {
    accountId,
    publication,
    at,
    remindAt,
  }: { readonly accountId: string; readonly publication: number; readonly at: number; readonly remindAt: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set((eb) => ({ terms_later_for: publication, terms_remind_at: remindAt, version: eb('version', '+', 1) }))
      .where('id', '=', accountId)
      .where('agreed_through', '<', publication)
      .where((eb) => eb.or([eb('terms_later_for', '<', publication), eb('terms_remind_at', 'is', null), eb('terms_remind_at', '<=', at)]))
      .executeTakeFirstOrThrow(),
  );
}
