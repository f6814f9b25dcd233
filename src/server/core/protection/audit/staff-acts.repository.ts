import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { AuditTable } from './audit.table.ts';

interface RecordedAct extends Pick<AuditTable, 'id' | 'at' | 'event'> {
  readonly detail: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Whether an act is the first in a case of an authority, before it is entered. */
export async function isFirstForAuthority(db: Db, { reason, case: caseRef }: NonNullable<RecordedAct['detail']> = {}): Promise<boolean> {
  if (reason !== 'authority' || typeof caseRef !== 'string' || caseRef === '') return false;
  const before = await db.q().selectFrom('staff_acts').select('audit_id').where('case_ref', '=', caseRef).limit(1).executeTakeFirst();
  return before === undefined;
}

/** Enters a look or an act of staff into the index by member and case, in the transaction of its row of the trail. */
export async function noteStaffAct(db: Db, { id, at, event, detail = {} }: RecordedAct): Promise<void> {
  const { operator: member, case: caseRef = '' } = detail;
  if (typeof member !== 'string' || typeof caseRef !== 'string') return;
  await insertAct(db, { id, at, member, event, caseRef });
}

const insertAct = keptQuery<Database, { id: string; at: number; member: string; event: string; caseRef: string }, unknown>((q, param) =>
  q
    .insertInto('staff_acts')
    .values({ audit_id: param('id'), at: param('at'), member: param('member'), event: param('event'), case_ref: param('caseRef') }),
);
