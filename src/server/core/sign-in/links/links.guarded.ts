import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { LinkKind } from './link-rows.ts';

/**
 * Spends a mailed link: true for exactly one caller, and only while it is live. Call it in the transaction of the
 * effect.
 */
export async function claimLink(
  db: Db,
  { id, kind, at }: { readonly id: string; readonly kind: LinkKind; readonly at: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('links')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Ends the live links of an account, or only those made at or after a given time. */
export async function voidLinks(
  db: Db,
  {
    accountId,
    kinds,
    since = 0,
    at,
  }: { readonly accountId: string; readonly kinds: readonly LinkKind[]; readonly since?: number; readonly at: number },
): Promise<void> {
  await unguarded(db)
    .updateTable('links')
    .set({ voided_at: at })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('created_at', '>=', since)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}
