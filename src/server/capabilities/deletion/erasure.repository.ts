import type { Account } from '#server/core/accounts/account.ts';
import { clearFailuresOfBrowsers, raiseCredentialEpoch, transitionAccount, type DeletionRow } from '#server/platform/db/consumption.ts';
import type { Db } from '#server/platform/db/db.ts';

export async function findProfileImage(db: Db, accountId: string): Promise<string | null> {
  const row = await db.q().selectFrom('accounts').select('profile_image').where('id', '=', accountId).executeTakeFirst();
  return row?.profile_image ?? null;
}

/** Where the bytes of an account's uploads are, as far as they have come. */
export async function findUploadFiles(db: Db, accountId: string): Promise<readonly string[]> {
  const rows = await db.q().selectFrom('uploads').select('file').where('account_id', '=', accountId).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}

export async function deleteUploadRows(db: Db, accountId: string): Promise<void> {
  await db.q().deleteFrom('uploads').where('account_id', '=', accountId).execute();
}

/** Removes the rows that are an account's own; returns how many there were of each. In the transaction of the purge. */
export async function deleteAccountRows(db: Db, accountId: string): Promise<Record<string, number>> {
  // Before the browsers, whose hashes are in the keys.
  await clearFailuresOfBrowsers(db, { key: `sign-in:${accountId}`, accountId });
  const counts: Record<string, number> = {};
  const tables = [
    'identifiers',
    'reserved_identifiers',
    'upgrade_tickets',
    'sessions',
    'proofs',
    'links',
    'page_tickets',
    'known_browsers',
    'consents',
  ] as const;
  for (const table of tables) {
    const { numDeletedRows } = await db.q().deleteFrom(table).where('account_id', '=', accountId).executeTakeFirstOrThrow();
    counts[table] = Number(numDeletedRows);
  }
  await db.q().deleteFrom('codes').where('holder', '=', `account:${accountId}`).execute();
  // The trail stays, and says what happened to which id; whence is the person's.
  await db.q().updateTable('audit').set({ address: '', salt: '' }).where('account_id', '=', accountId).execute();
  return counts;
}

/** Leaves of an account its id alone, so that what refers to it still does; false when it was not being deleted. */
export async function blankAccount(db: Db, { id }: Pick<Account, 'id'>): Promise<boolean> {
  if (!(await transitionAccount(db, { id, from: 'deleting', to: 'purged' }))) return false;
  await db
    .q()
    .updateTable('accounts')
    .set({
      // Never given again, and nothing that the person has seen.
      number: id,
      region: '',
      profile_image: null,
      gender: 0,
      birthday: null,
      address: '',
      real_name: '',
      signature: '',
      profile: '',
      degree: '',
      school: '',
      department: '',
      year: '',
      industry: 0,
      company: '',
      title: '',
      password_hash: null,
      password_changed_at: null,
      recovered_at: null,
      recovered_by: null,
      recovered_since: null,
      recovery_reviewed_at: null,
    })
    .where('id', '=', id)
    .execute();
  await raiseCredentialEpoch(db, id);
  return true;
}

/** Notes that an account was erased, with nothing in it that a person could be known by. */
export async function insertReceipt(
  db: Db,
  { deletion, erased, at }: { readonly deletion: DeletionRow; readonly erased: Readonly<Record<string, number>>; readonly at: number },
): Promise<void> {
  const { id, account_id, requested_at, due_at } = deletion;
  await db
    .q()
    .insertInto('erasure_receipts')
    .values({ id, account_id, requested_at, due_at, erased_at: at, erased: JSON.stringify(erased) })
    .execute();
}
