import type { Db } from '#server/core/database.ts';
import { day } from '#server/platform/clock.ts';
import type { PastNotice } from './floods.ts';

/** The notices of an account in the last day, and those that still wait; the oldest first. */
export async function pastNotices(db: Db, { accountId, now }: { readonly accountId: string; readonly now: number }): Promise<PastNotice[]> {
  const rows = await db
    .q()
    .selectFrom('notices')
    .select(['id', 'contact', 'channel', 'kind', 'weight', 'state', 'at', 'due_at'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('at', '>', now - day), eb('state', '=', 'waiting')]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ due_at: dueAt, ...row }) => ({ ...row, dueAt }));
}

/** A reader whose digest is due; undefined without one. */
export async function nextReader(db: Db, now: number): Promise<{ readonly accountId: string; readonly contact: string } | undefined> {
  const row = await db
    .q()
    .selectFrom('notices')
    .select(['account_id', 'contact'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { accountId: row.account_id, contact: row.contact };
}
