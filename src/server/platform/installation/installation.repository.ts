import { sql } from 'kysely';
import { day } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { InstallationTable } from './installation.table.ts';

export type Installation = Omit<InstallationTable, 'row'>;

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
