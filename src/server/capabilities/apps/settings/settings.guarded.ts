import type { Db } from '#server/core/database/db.ts';
import { limits } from '#contract/limits.ts';
import { unguarded, won } from '#server/platform/db/guarded-writes.ts';

/** Where a setting stands. */
export interface SettingPlace {
  readonly accountId: string;
  readonly clientId: string;
  readonly key: string;
}

export interface NewSetting {
  readonly sealed: string;
  readonly bytes: number;
  readonly etag: string;
  readonly device: string;
  readonly at: number;
}

/**
 * Takes the turn of the account for a change by a program, and gives the list a new version. False while the
 * synchronization is off. Other changes of the account wait until the transaction ends.
 */
export async function takeTurn(db: Db, accountId: string, version: string): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('settings_state')
      .set({ version })
      .where('account_id', '=', accountId)
      .where('enabled', '=', 1)
      .executeTakeFirstOrThrow(),
  );
}

/** False where the key exists. */
export async function addSetting(db: Db, { accountId, clientId, key }: SettingPlace, { at, ...value }: NewSetting): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await unguarded(db)
    .insertInto('settings')
    .values({ account_id: accountId, client_id: clientId, key, ...value, changed_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'client_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** False where the value is not the one with this mark any more. */
export async function replaceSetting(
  db: Db,
  { accountId, clientId, key }: SettingPlace,
  { etag, value: { at, ...value } }: { readonly etag: string; readonly value: NewSetting },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('settings')
      .set({ ...value, changed_at: at })
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .where('key', '=', key)
      .where('etag', '=', etag)
      .executeTakeFirstOrThrow(),
  );
}

/** False where the value is not the one with this mark any more. */
export async function removeSetting(db: Db, { accountId, clientId, key }: SettingPlace, etag: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .q()
    .deleteFrom('settings')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .where('key', '=', key)
    .where('etag', '=', etag)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Counts a change. False where the account would have more than it may. */
export async function countSettings(
  db: Db,
  accountId: string,
  { bytes, entries }: { readonly bytes: number; readonly entries: number },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('settings_state')
      .set((eb) => ({ bytes: eb('bytes', '+', bytes), entries: eb('entries', '+', entries) }))
      .where('account_id', '=', accountId)
      .where('bytes', '<=', limits.settingsBytes - bytes)
      .where('entries', '<=', limits.settingsMax - entries)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Takes the turn of the account for a change by its owner, who may also change what is off; without anything stored it
 * begins here.
 */
export async function takeOwnersTurn(db: Db, { accountId, version, at }: Switching): Promise<void> {
  await unguarded(db)
    .insertInto('settings_state')
    .values({ account_id: accountId, enabled: 0, version, bytes: 0, entries: 0, switched_at: at, switched_off: '[]' })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ version }))
    .execute();
}

/** Keeps which settings are switched off, in the turn of the account. */
export async function keepSwitches(db: Db, accountId: string, switchedOff: string): Promise<void> {
  await unguarded(db).updateTable('settings_state').set({ switched_off: switchedOff }).where('account_id', '=', accountId).execute();
}

interface Switching {
  readonly accountId: string;
  readonly version: string;
  readonly at: number;
}

/** True if it changed something, for the first of concurrent requests. */
export async function switchStore(db: Db, { accountId, version, at }: Switching, enabled: boolean): Promise<boolean> {
  const changed = { enabled: enabled ? 1 : 0, version, switched_at: at };
  const { numInsertedOrUpdatedRows = 0n } = await unguarded(db)
    .insertInto('settings_state')
    .values({ account_id: accountId, ...changed, bytes: 0, entries: 0, switched_off: '[]' })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed).where('settings_state.enabled', '<>', changed.enabled))
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Switches off and removes everything, in the caller's transaction; returns the number of settings. */
export async function emptyStore(db: Db, { accountId, version, at }: Switching): Promise<number> {
  // First the state: a program that writes at this moment ends before it, or is refused.
  await unguarded(db)
    .updateTable('settings_state')
    .set({ enabled: 0, bytes: 0, entries: 0, version, switched_at: at })
    .where('account_id', '=', accountId)
    .execute();
  const { numDeletedRows } = await db.q().deleteFrom('settings').where('account_id', '=', accountId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
