import type { Db } from '#server/core/database/db.ts';
import { newAccountNumber, newId } from '#server/platform/ids.ts';

/** Starts this many runs at once. */
export async function race<T>(racers: number, run: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: racers }, run));
}

export function wins(results: readonly boolean[]): number {
  return results.filter(Boolean).length;
}

/** Inserts a new account; returns its id. */
export async function insertAccountRow(db: Db, at: number): Promise<string> {
  const id = newId();
  await db
    .q()
    .insertInto('accounts')
    .values({
      id,
      number: newAccountNumber(),
      state: 'active',
      region: 'CN',
      language: 'zh_CN',
      nickname_changed_at: null,
      profile_changed_at: null,
      zone: '',
      username_changes: 0,
      region_changes: 0,
      profile_image: null,
      gender: 0,
      birthday: null,
      address: '',
      real_name: '',
      signature: '',
      profile: '',
      country: '',
      degree: '',
      school: '',
      department: '',
      year: '',
      industry: 0,
      company: '',
      title: '',
      show_qrcode: 1,
      password_weak: 0,
      password_hash: null,
      password_changed_at: null,
      credential_epoch: 1,
      version: 1,
      created_at: at,
    })
    .execute();
  return id;
}
