import type { Selectable, SelectType } from 'kysely';
import type { Db } from '#server/core/database.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { AccountsTable } from './accounts.table.ts';

/**
 * The account's state and epoch as they are now; in the caller's transaction nobody else changes the account until that ends. A
 * change of credentials starts with it, so that of two at once the second sees what the first has done.
 */
export async function lockAccount(
  db: Db,
  id: string,
): Promise<{ readonly state: AccountState; readonly credentialEpoch: number } | undefined> {
  const row = await unguarded(db)
    .selectFrom('accounts')
    .select(['state', 'credential_epoch'])
    .where('id', '=', id)
    // Rows that only refer to the account, such as a new session, may still be written by others.
    .$if(db.engine === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && { state: row.state, credentialEpoch: row.credential_epoch };
}

/** Makes everything that carries the old epoch dead, and returns the new one. */
export async function raiseCredentialEpoch(db: Db, accountId: string): Promise<number> {
  const { credential_epoch } = await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ credential_epoch: eb('credential_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .returning('credential_epoch')
    .executeTakeFirstOrThrow();
  return credential_epoch;
}

/** Raises the epoch of every account between two ids, so that what was made before is dead; `after` is not in it. Returns how many there were. */
export async function raiseCredentialEpochs(
  db: Db,
  { after, through }: { readonly after: string; readonly through: string },
): Promise<number> {
  const { numUpdatedRows } = await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ credential_epoch: eb('credential_epoch', '+', 1) }))
    .where('id', '>', after)
    .where('id', '<=', through)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Tells caches that what metainfo shows has changed. */
export async function raiseVersion(db: Db, accountId: string): Promise<void> {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute();
}

export type AccountState = SelectType<AccountsTable['state']>;

/** Moves an account from one state to another: true for the one caller that found it in `from`. */
export async function transitionAccount(
  db: Db,
  { id, from, to }: { readonly id: string; readonly from: AccountState; readonly to: AccountState },
): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set({ state: to }).where('id', '=', id).where('state', '=', from).executeTakeFirstOrThrow(),
  );
}

/** All columns of an account but those that no two accounts share, and those that only ever move on. */
export type BlankAccount = Omit<Selectable<AccountsTable>, 'id' | 'number' | 'state' | 'credential_epoch'>;

/**
 * Puts this in the place of all that an account's row holds, and makes it a purged one: true for the one caller that found it being deleted, or
 * purged by a version that left more. Its id stays, so that what refers to it still does, and its epoch rises.
 */
export async function blankAccount(
  db: Db,
  { id, from, row }: { readonly id: string; readonly from: 'deleting' | 'purged'; readonly row: BlankAccount },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      // Never given again, and nothing that the person has seen.
      .set((eb) => ({ ...row, number: id, state: 'purged', credential_epoch: eb('credential_epoch', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the change of nickname that is due: true when the last one was at `notBefore` or earlier, or never. */
export async function takeNicknameChange(
  db: Db,
  { accountId, at, notBefore }: { readonly accountId: string; readonly at: number; readonly notBefore: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      .set({ nickname_changed_at: at })
      .where('id', '=', accountId)
      .where((eb) => eb.or([eb('nickname_changed_at', 'is', null), eb('nickname_changed_at', '<=', notBefore)]))
      .executeTakeFirstOrThrow(),
  );
}

/** Takes the only change of username that an account has. */
export async function takeUsernameChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'username_changes', accountId);
}

/** Takes the only change of region that an account has. */
export async function takeRegionChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'region_changes', accountId);
}

async function takeOnlyChange(db: Db, column: 'username_changes' | 'region_changes', accountId: string): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set(column, 1).where('id', '=', accountId).where(column, '=', 0).executeTakeFirstOrThrow(),
  );
}

/** Notes whether the account is offered an upgrade; its version is raised where that is news. */
export async function setLegacyOffered(db: Db, { accountId, isOffered }: { readonly accountId: string; readonly isOffered: boolean }) {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ legacy_offered: isOffered ? 1 : 0, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where('legacy_offered', '=', isOffered ? 0 : 1)
    .execute();
}
