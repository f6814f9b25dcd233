import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { InstanceReportsTable } from './instance-reports.table.ts';

export type InstanceRow = Readonly<Selectable<InstanceReportsTable>>;

/** Writes the row of an instance, over the one before. */
export async function writeReport(db: Db, row: InstanceRow): Promise<void> {
  const { instance: _, ...rest } = row;
  await db
    .q()
    .insertInto('instance_reports')
    .values(row)
    .onConflict((conflict) => conflict.column('instance').doUpdateSet(rest))
    .execute();
}

export async function listReports(db: Db): Promise<readonly InstanceRow[]> {
  return db.q().selectFrom('instance_reports').selectAll().orderBy('instance').execute();
}
