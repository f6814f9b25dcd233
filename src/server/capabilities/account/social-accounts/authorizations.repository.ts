import type { Db } from '#server/core/database/db.ts';

interface Stay {
  readonly id: string;
  readonly platform: string;
  readonly visitor: string;
  readonly at: number;
  readonly expiresAt: number;
}

/** The SQL on `social_states` and `pending_identities`. Spending is in `authorizations.guarded.ts`. */
export async function insertSocialState(
  db: Db,
  state: Stay & { readonly app: string; readonly accountId: string; readonly redirect: string },
): Promise<void> {
  const { id, platform, visitor, at, expiresAt, app, accountId, redirect } = state;
  await db
    .q()
    .insertInto('social_states')
    .values({ id, platform, app, visitor, account_id: accountId, redirect, created_at: at, expires_at: expiresAt })
    .execute();
}

export async function insertPendingIdentity(db: Db, pending: Stay & { readonly sealed: string }): Promise<void> {
  const { id, platform, visitor, sealed, at, expiresAt } = pending;
  await db
    .q()
    .insertInto('pending_identities')
    .values({ id, platform, visitor, sealed, created_at: at, expires_at: expiresAt, used_at: null })
    .execute();
}

/** The newest live one of a browser, or the one with this id. */
export async function findPendingIdentity(
  db: Db,
  { platform, visitor, at, id }: Pick<Stay, 'platform' | 'visitor' | 'at'> & { readonly id?: string },
): Promise<{ readonly id: string; readonly sealed: string } | undefined> {
  return await db
    .q()
    .selectFrom('pending_identities')
    .select(['id', 'sealed'])
    .where('visitor', '=', visitor)
    .where('platform', '=', platform)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
