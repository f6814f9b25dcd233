import type { Db } from '#server/core/database/db.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Data that a person carries to a platform and back. */
export interface SocialState {
  readonly app: string;
  /** '' for a sign-in. */
  readonly accountId: string;
  readonly redirect: string;
}

/**
 * Spends the state of a returning person: for exactly one caller, in the browser that left, while it is live. Deletes
 * the row, which makes room for the next person of the network.
 */
export async function claimSocialState(
  db: Db,
  { id, platform, visitor, at }: { readonly id: string; readonly platform: string; readonly visitor: string; readonly at: number },
): Promise<SocialState | undefined> {
  const row = await unguarded(db)
    .deleteFrom('social_states')
    .where('id', '=', id)
    .where('platform', '=', platform)
    .where('visitor', '=', visitor)
    .where('expires_at', '>', at)
    .returning(['app', 'account_id', 'redirect'])
    .executeTakeFirst();
  return row && { app: row.app, accountId: row.account_id, redirect: row.redirect };
}

/**
 * Spends the key of a waiting social account: true for exactly one caller, while it is live. Call it in the transaction
 * of the effect.
 */
export async function claimPendingIdentity(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('pending_identities')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirstOrThrow(),
  );
}
