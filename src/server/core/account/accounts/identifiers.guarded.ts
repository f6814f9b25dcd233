import type { Db } from '#server/core/database/db.ts';
import { unguarded } from '#server/platform/db/guarded-writes.ts';
import { lockAccount } from './accounts.guarded.ts';

/**
 * Removes the phone or the email of an account that keeps the other one; false, without a change, for the last one.
 * Locks the account until the caller's transaction ends, so that two concurrent removals do not rely on each other's
 * contact.
 */
export async function removeContact(
  db: Db,
  { accountId, kind }: { readonly accountId: string; readonly kind: 'phone' | 'email' },
): Promise<boolean> {
  await lockAccount(db, accountId);
  const { numDeletedRows } = await unguarded(db)
    .deleteFrom('identifiers')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('identifiers as other')
          .select('other.value')
          .where('other.account_id', '=', accountId)
          .where('other.kind', '=', kind === 'phone' ? 'email' : 'phone')
          .where('other.verified_at', 'is not', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
