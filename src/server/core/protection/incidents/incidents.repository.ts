import { putBacks, type PutBack } from '#contract/protection/freeze/incidents.words.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { IncidentsTable } from './incidents.table.ts';

/** A freeze that is not over. Times are milliseconds. */
export interface Incident {
  readonly id: string;
  readonly accountId: string;
  readonly state: IncidentRow['state'];
  readonly openedAt: number;
  readonly openedBy: IncidentsTable['opened_by'];
  /** Belief of its owner about the cause. */
  readonly why: IncidentsTable['why'];
  readonly windowFrom: number;
  /** Keyed hash of the contact by which it was opened, or ''. */
  readonly openedVia: string;
  readonly putBack: readonly PutBack[];
}

type IncidentRow = Selectable<IncidentsTable>;

export async function insertIncident(db: Db, row: Insertable<IncidentsTable>): Promise<void> {
  await db.q().insertInto('incidents').values(row).execute();
}

/** The freeze of an account that is not over; undefined without one. */
export async function findIncident(db: Db, accountId: string): Promise<Incident | undefined> {
  const row = await db
    .q()
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, state, why, window_from: windowFrom, opened_at: openedAt, opened_by: openedBy, opened_via: openedVia } = row;
  const putBack = putBacks.filter((each) => row.put_back.split(' ').includes(each));
  return { id, accountId, state, why, windowFrom, openedAt, openedBy, openedVia, putBack };
}

/** Notes what its owner believes has happened. */
export async function noteReason(db: Db, id: string, why: IncidentsTable['why']): Promise<void> {
  await db.q().updateTable('incidents').set({ why }).where('id', '=', id).execute();
}

/** The freezes of an account, also those that are over, newest first. */
export async function listIncidents(
  db: Db,
  accountId: string,
): Promise<readonly Pick<IncidentRow, 'id' | 'state' | 'opened_at' | 'opened_by' | 'closed_at' | 'case_ref'>[]> {
  return db
    .q()
    .selectFrom('incidents')
    .select(['id', 'state', 'opened_at', 'opened_by', 'closed_at', 'case_ref'])
    .where('account_id', '=', accountId)
    .orderBy('opened_at', 'desc')
    .execute();
}
