import type { Db } from '#server/core/database.ts';
import type { AuditTable } from './audit.table.ts';

interface RecordedAct extends Pick<AuditTable, 'id' | 'at' | 'event'> {
  readonly detail: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Enters a look or an act of staff into the index by member and case, in the transaction of its row of the trail. */
export async function noteStaffAct(db: Db, { id, at, event, detail = {} }: RecordedAct): Promise<void> {
  const { operator: member, case: caseRef = '' } = detail;
  if (typeof member !== 'string' || typeof caseRef !== 'string') return;
  await db.q().insertInto('staff_acts').values({ audit_id: id, at, member, event, case_ref: caseRef }).execute();
}
