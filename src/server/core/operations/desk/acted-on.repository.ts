import { detailTexts } from '#server/core/protection/activity/detail-texts.ts';
import type { Db } from '#server/core/database/db.ts';

/** Acts that a person can appeal against. */
const acts = [
  'account.locked',
  'account.unlocked',
  'account.frozen',
  'sessions.ended',
  'deletion.withdrawn',
  'claim.opened',
  'operator.acted',
] as const;

/** Whether a member has done something to an account, or has approved it. */
export async function hasActedOn(db: Db, { accountId, member }: { readonly accountId: string; readonly member: string }): Promise<boolean> {
  const rows = await db.q().selectFrom('audit').select('detail').where('account_id', '=', accountId).where('event', 'in', acts).execute();
  return rows.map(({ detail }) => detailTexts(detail)).some(({ operator, second }) => operator === member || second === member);
}
