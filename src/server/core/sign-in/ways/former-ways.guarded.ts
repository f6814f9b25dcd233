import type { Db } from '#server/core/database/db.ts';
import { day } from '#server/platform/clock.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';

/** Makes former ways void: those that a recovery did not keep, or that came back. */
export async function endFormerWays(
  db: Db,
  { ids, outcome }: { readonly ids: readonly string[]; readonly outcome: 'restored' | 'dropped' },
): Promise<void> {
  if (ids.length === 0) return;
  await unguarded(db).updateTable('former_ways').set({ outcome }).where('id', 'in', ids).where('outcome', 'is', null).execute();
}

/** Later than any moment: as long as a freeze is open. */
const withoutEndMs = 36_500 * day;

/** Keeps the former ways of an account that have not lapsed until its freeze is over, and taken ones as taken. */
export async function keepForFreeze(
  db: Db,
  { accountId, after, at }: { readonly accountId: string; readonly after: number; readonly at: number },
) {
  await unguarded(db)
    .updateTable('former_ways')
    .set({ kept_at: at + withoutEndMs })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('left_at', '>', after), eb('kept_at', '>', after)]))
    .execute();
  await unguarded(db)
    .updateTable('former_ways')
    .set({ taken_until: at + withoutEndMs })
    .where('account_id', '=', accountId)
    .where('taken_until', '>', at)
    .execute();
}

/** Puts former ways out: those that nobody kept who got in by a wait. Their days begin now. */
export async function putOutFormerWays(db: Db, { ids, at }: { readonly ids: readonly string[]; readonly at: number }): Promise<void> {
  if (ids.length === 0) return;
  await unguarded(db)
    .updateTable('former_ways')
    .set({ left_by: 'put-out', taken_until: null, kept_at: at })
    .where('id', 'in', ids)
    .where('outcome', 'is', null)
    .execute();
}

/** Ways that a freeze kept lapse as if they had left at this moment; none of them counts as taken any more. */
export async function releaseFromFreeze(db: Db, { accountId, keptAt }: { readonly accountId: string; readonly keptAt: number }) {
  await unguarded(db).updateTable('former_ways').set({ taken_until: null }).where('account_id', '=', accountId).execute();
  await unguarded(db)
    .updateTable('former_ways')
    .set({ kept_at: keptAt })
    .where('account_id', '=', accountId)
    .where('kept_at', '>', keptAt)
    .execute();
}
