import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { DeskAlarmsTable } from './desk-alarms.table.ts';

export async function insertDeskAlarm(db: Db, alarm: Readonly<Selectable<DeskAlarmsTable>>): Promise<void> {
  await db.q().insertInto('desk_alarms').values(alarm).execute();
}

/** The newest alarms, at most so many. */
export async function listDeskAlarms(db: Db, limit: number): Promise<readonly Readonly<Selectable<DeskAlarmsTable>>[]> {
  return db.q().selectFrom('desk_alarms').selectAll().orderBy('at', 'desc').limit(limit).execute();
}
