import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { GuardianshipsTable } from './guardianships.table.ts';

export type Guardianship = Selectable<GuardianshipsTable>;

/** The guardianships of a child or of a guardian that have not ended, the oldest first. A guardian is one only of children. */
export async function guardianshipsOf(db: Db, side: 'child_id' | 'guardian_id', accountId: string): Promise<readonly Guardianship[]> {
  return await db
    .q()
    .selectFrom('guardianships')
    .innerJoin('accounts', 'accounts.id', 'guardianships.child_id')
    .selectAll('guardianships')
    .where(`guardianships.${side}`, '=', accountId)
    .where('guardianships.state', '!=', 'ended')
    .$if(side === 'guardian_id', (q) => q.where('accounts.age_band', '=', 'child'))
    .orderBy('guardianships.since')
    .orderBy('guardianships.id')
    .execute();
}

/** One guardianship of this guardian that has not ended. */
export async function findGuardianship(
  db: Db,
  { id, guardianId }: { readonly id: string; readonly guardianId: string },
): Promise<Guardianship | undefined> {
  return (await guardianshipsOf(db, 'guardian_id', guardianId)).find((one) => one.id === id);
}

export async function insertGuardianship(db: Db, row: Omit<Guardianship, 'state' | 'ended_at'>): Promise<void> {
  await db
    .q()
    .insertInto('guardianships')
    .values({ ...row, state: 'agreed', ended_at: null })
    .execute();
}

/** Removes those of an account that is erased, on both sides. */
export async function removeGuardianships(db: Db, accountId: string): Promise<void> {
  await db
    .q()
    .deleteFrom('guardianships')
    .where((eb) => eb.or([eb('child_id', '=', accountId), eb('guardian_id', '=', accountId)]))
    .execute();
}
