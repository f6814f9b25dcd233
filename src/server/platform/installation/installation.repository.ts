import { sql } from 'kysely';
import { day } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { InstallationTable } from './installation.table.ts';

export type Installation = Pick<InstallationTable, 'id' | 'seen' | 'rests_until' | 'doubted_until' | 'settled' | 'moved_to'>;

const row = 1;

/** How long nothing unnamed is removed after a restore: files that are newer than the copy can be named again. */
const restMs = day;

export async function readInstallation(db: Db): Promise<Installation> {
  const columns = ['id', 'seen', 'rests_until', 'doubted_until', 'settled', 'moved_to'] as const;
  return db.q().selectFrom('installation').select(columns).where('row', '=', row).executeTakeFirstOrThrow();
}

/** Names the installation once; later names have no effect. */
export async function nameInstallation(db: Db, id: string): Promise<void> {
  await db.q().updateTable('installation').set({ id }).where('row', '=', row).where('id', 'is', null).execute();
}

/** Counts on, beyond what the stores have seen. Returns the new number. */
export async function countSeen(db: Db, beyond: number): Promise<number> {
  const { seen } = await db
    .q()
    .updateTable('installation')
    .set({ seen: sql`case when seen > ${beyond} then seen else ${beyond} end + 1`, doubted_until: null, settled: 0 })
    .where('row', '=', row)
    .returning('seen')
    .executeTakeFirstOrThrow();
  return seen;
}

/** Notes that the database is an older copy. */
export async function doubtInstallation(db: Db, at: number): Promise<void> {
  const until = at + restMs;
  await db.q().updateTable('installation').set({ doubted_until: until, rests_until: until }).where('row', '=', row).execute();
}

/** Notes that the database was restored, and that its operator knows. */
export async function settleInstallation(db: Db, at: number): Promise<void> {
  const known = { doubted_until: null, rests_until: at + restMs, settled: 1 };
  await db.q().updateTable('installation').set(known).where('row', '=', row).execute();
}

/** An order to sign everybody out: its member, its reason, and whether people are told. */
export interface SignOutOrder {
  readonly operator: string;
  readonly second: string;
  readonly reason: string;
  readonly caseRef: string;
  readonly told: boolean;
}

/** Begins a sign-out of everybody: false while one runs. */
export async function beginSignOut(db: Db, order: SignOutOrder): Promise<boolean> {
  const begun = { signing_out: JSON.stringify(order), signing_out_after: '' };
  const { numUpdatedRows } = await db
    .q()
    .updateTable('installation')
    .set(begun)
    .where('row', '=', row)
    .where('signing_out', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The running sign-out, and the last account that it has signed out. */
export async function readSignOut(db: Db): Promise<{ readonly order: SignOutOrder; readonly after: string } | undefined> {
  const columns = ['signing_out', 'signing_out_after'] as const;
  const { signing_out: text, signing_out_after: after } = await db
    .q()
    .selectFrom('installation')
    .select(columns)
    .where('row', '=', row)
    .executeTakeFirstOrThrow();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `beginSignOut` writes it
  return text === null ? undefined : { order: JSON.parse(text) as SignOutOrder, after };
}

/** Continues with the next account, in the transaction that signs it out: true for one caller. */
export async function stepSignOut(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<boolean> {
  const going = db
    .q()
    .updateTable('installation')
    .set({ signing_out_after: to })
    .where('row', '=', row)
    .where('signing_out', 'is not', null);
  return (await going.where('signing_out_after', '=', from).executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

/** Ends it, if this was its last account. */
export async function endSignOut(db: Db, last: string): Promise<void> {
  await db
    .q()
    .updateTable('installation')
    .set({ signing_out: null })
    .where('row', '=', row)
    .where('signing_out_after', '=', last)
    .execute();
}
