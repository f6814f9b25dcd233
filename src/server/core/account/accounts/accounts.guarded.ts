import type { Selectable, SelectType } from 'kysely';
import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';
import type { AccountState } from './account.ts';
import type { AccountsTable } from './accounts.table.ts';

/**
 * Reads the account's current state and epoch and locks the account until the caller's transaction ends. Every change
 * of credentials starts with it, so that the second of two concurrent changes sees the effect of the first.
 */
export async function lockAccount(
  db: Db,
  id: string,
): Promise<{ readonly state: AccountState; readonly credentialEpoch: number } | undefined> {
  const [row] = await locks[db.engine](db, { id });
  return row && { state: stateOf(row), credentialEpoch: row.credential_epoch };
}

const locks = { sqlite: newLock('sqlite'), postgres: newLock('postgres') } as const;

function newLock(engine: Db['engine']) {
  return prepared<Database, { id: string }, Pick<Selectable<AccountsTable>, 'state' | 'credential_epoch' | 'frozen_at'>>((q, param) =>
    q
      .selectFrom('accounts')
      .select(['state', 'credential_epoch', 'frozen_at'])
      .where('id', '=', param('id'))
      // Still allows new rows that only refer to the account, such as a new session.
      .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
  );
}

/** State of an account to everybody: a freeze covers only `active`. */
export function stateOf({ state, frozen_at }: { readonly state: StoredState; readonly frozen_at: number | null }): AccountState {
  return state === 'active' && frozen_at !== null ? 'frozen' : state;
}

/** Invalidates everything with the old epoch, and returns the new epoch. */
export async function raiseCredentialEpoch(db: Db, accountId: string): Promise<number> {
  const { credential_epoch } = await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ credential_epoch: eb('credential_epoch', '+', 1) }))
    .where('id', '=', accountId)
    .returning('credential_epoch')
    .executeTakeFirstOrThrow();
  return credential_epoch;
}

/**
 * Raises the epoch of every account between two ids (`after` excluded), which invalidates everything made before.
 * Returns the number of accounts.
 */
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

/** Invalidates cached metainfo, because its content changed; `profileAt` is the moment if apps may see the change. */
export async function raiseVersion(db: Db, accountId: string, profileAt?: number): Promise<void> {
  const change = profileAt === undefined ? {} : { profile_changed_at: profileAt };
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute();
}

/** State of the row, beneath a freeze. */
type StoredState = SelectType<AccountsTable['state']>;

/** Moves an account from one state to another: true for the one caller that found it in state `from`. */
export async function transitionAccount(
  db: Db,
  { id, from, to }: { readonly id: string; readonly from: StoredState; readonly to: StoredState },
): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set({ state: to }).where('id', '=', id).where('state', '=', from).executeTakeFirstOrThrow(),
  );
}

/** All columns of an account except unique columns and columns that only increase. */
export type BlankAccount = Omit<Selectable<AccountsTable>, 'id' | 'number' | 'state' | 'credential_epoch'>;

/**
 * Replaces all content of an account row and marks the account as purged: true for the one caller that found it
 * deleting, or purged by a version that left more content. The id stays for references to it, and the epoch rises.
 */
export async function blankAccount(
  db: Db,
  { id, from, row }: { readonly id: string; readonly from: 'deleting' | 'purged'; readonly row: BlankAccount },
): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('accounts')
      // Never assigned again, and a number that the person has never seen.
      .set((eb) => ({ ...row, number: id, state: 'purged', credential_epoch: eb('credential_epoch', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', from)
      .executeTakeFirstOrThrow(),
  );
}

/** Uses the nickname change that is due: true when the last one was at `notBefore` or earlier, or never. */
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

/** Uses the only username change of an account. */
export async function takeUsernameChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'username_changes', accountId);
}

/** Uses the only region change of an account. */
export async function takeRegionChange(db: Db, accountId: string): Promise<boolean> {
  return await takeOnlyChange(db, 'region_changes', accountId);
}

async function takeOnlyChange(db: Db, column: 'username_changes' | 'region_changes', accountId: string): Promise<boolean> {
  return won(
    await unguarded(db).updateTable('accounts').set(column, 1).where('id', '=', accountId).where(column, '=', 0).executeTakeFirstOrThrow(),
  );
}

/** Changed parts of two-step verification; the rest stays. */
export interface TwoStepChange {
  /** Null switches it off. */
  readonly since?: number | null;
  readonly methods: readonly string[];
  readonly offerPasskeys?: boolean;
}

/** Stores the switch of two-step verification, and raises the version. */
export async function setTwoStep(db: Db, accountId: string, { since, methods, offerPasskeys }: TwoStepChange): Promise<void> {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({
      second_methods: methods.join(' '),
      version: eb('version', '+', 1),
      ...(since === undefined ? {} : { two_step_at: since }),
      ...(offerPasskeys === undefined ? {} : { offer_passkeys: offerPasskeys ? 1 : 0 }),
    }))
    .where('id', '=', accountId)
    .execute();
}

/** Stores whether the account is offered an upgrade; raises its version when that changes. */
export async function setLegacyOffered(db: Db, { accountId, isOffered }: { readonly accountId: string; readonly isOffered: boolean }) {
  await unguarded(db)
    .updateTable('accounts')
    .set((eb) => ({ legacy_offered: isOffered ? 1 : 0, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where('legacy_offered', '=', isOffered ? 0 : 1)
    .execute();
}

/** Columns that a counted or dated choice changes, with the count and the date. */
export const chosenColumns = [
  'nickname_changed_at',
  'username_changes',
  'region',
  'region_changes',
  'language',
  'birthday',
  'age_band',
  'age_remind_at',
  'child_until',
  'guardian_answer',
  'guardian_due_at',
  'guardian_told',
] as const satisfies readonly (keyof AccountsTable)[];

export type ChosenColumns = Pick<Selectable<AccountsTable>, (typeof chosenColumns)[number]>;

/**
 * Puts columns back as they stood, in the transaction of a freeze. A guardian's answer is not the child's to take back: it goes
 * only with the answer about the age for which a guardian was asked. Returns what stood until then.
 */
export async function putColumnsBack(db: Db, accountId: string, columns: ChosenColumns): Promise<ChosenColumns> {
  const before = await db.q().selectFrom('accounts').select(chosenColumns).where('id', '=', accountId).executeTakeFirstOrThrow();
  const { guardian_answer, guardian_due_at, guardian_told, ...own } = columns;
  const update = unguarded(db).updateTable('accounts').where('id', '=', accountId);
  await update.set({ guardian_answer, guardian_due_at, guardian_told }).where('age_band', '!=', columns.age_band).execute();
  await update.set(own).execute();
  return before;
}
