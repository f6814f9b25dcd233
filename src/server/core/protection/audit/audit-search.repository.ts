import type { Db } from '#server/core/database/db.ts';
import type { AuditRow } from './audit.repository.ts';

/** Filters for rows of the trail. Milliseconds; `to` is excluded. */
export interface AuditFilters {
  readonly caseRef?: string | undefined;
  readonly member?: string | undefined;
  readonly event?: string | undefined;
  readonly accountId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The place of a row in the order of a search: newest first. `id` is '' for the end of a seal. */
export interface AuditPlace {
  readonly seal: number;
  readonly at: number;
  readonly id: string;
}

/** Rows of looks and acts of one member or in one case, by their index. @internal */
export function staffRowsQuery(
  db: Db,
  filters: AuditFilters,
  { before, limit }: { readonly before: AuditPlace | undefined; readonly limit: number },
) {
  const { caseRef, member, event, accountId, requestId, from, to } = filters;
  return db
    .q()
    .selectFrom('staff_acts')
    .innerJoin('audit', 'audit.id', 'staff_acts.audit_id')
    .selectAll('audit')
    .where('staff_acts.at', '>=', from)
    .where('staff_acts.at', '<', to)
    .$if(caseRef !== undefined, (query) => query.where('staff_acts.case_ref', '=', caseRef ?? ''))
    .$if(member !== undefined, (query) => query.where('staff_acts.member', '=', member ?? ''))
    .$if(event !== undefined, (query) => query.where('staff_acts.event', '=', event ?? ''))
    .$if(accountId !== undefined, (query) => query.where('audit.account_id', '=', accountId ?? ''))
    .$if(requestId !== undefined, (query) => query.where('audit.request_id', '=', requestId ?? ''))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('staff_acts.at', 'staff_acts.audit_id'), '<', eb.tuple(before?.at ?? 0, before?.id ?? ''))),
    )
    .orderBy('staff_acts.at', 'desc')
    .orderBy('staff_acts.audit_id', 'desc')
    .limit(limit);
}

/** Rows of one account, by its index. @internal */
export function accountRowsQuery(
  db: Db,
  filters: AuditFilters,
  { before, limit }: { readonly before: AuditPlace | undefined; readonly limit: number },
) {
  const { event, accountId = '', requestId, from, to } = filters;
  return db
    .q()
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(before?.at ?? 0, before?.id ?? ''))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

interface SealRange {
  /** Both included. */
  readonly first: number;
  readonly last: number;
  readonly before: AuditPlace | undefined;
  readonly limit: number;
}

/** Rows under seals of a range, by the index of the seals. @internal */
export function sealRowsQuery(db: Db, { event, requestId, from, to }: AuditFilters, { first, last, before, limit }: SealRange) {
  return db
    .q()
    .selectFrom('audit')
    .selectAll()
    .where('seal', '>=', first)
    .where('seal', '<=', last)
    .where('at', '>=', from)
    .where('at', '<', to)
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('seal', 'at', 'id'), '<', eb.tuple(before?.seal ?? 0, before?.at ?? 0, before?.id ?? ''))),
    )
    .orderBy('seal', 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/**
 * The seals that may hold rows of a period. Rows are sealed after they were written, and a backlog is sealed at once. So
 * the seals up to `slackMs` after the first one behind the period may still hold some of its rows.
 */
export async function sealsOf(
  db: Db,
  { from, to }: { readonly from: number; readonly to: number },
  slackMs: number,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const seals = () => db.q().selectFrom('audit_seals').select(['number', 'sealed_at']);
  const first = await seals().where('sealed_at', '>=', from).orderBy('sealed_at').orderBy('number').limit(1).executeTakeFirst();
  if (first === undefined) return undefined;
  const behind = await seals().where('sealed_at', '>=', to).orderBy('sealed_at').orderBy('number').limit(1).executeTakeFirst();
  const until = behind === undefined ? Number.MAX_SAFE_INTEGER : behind.sealed_at + slackMs;
  const last = await seals()
    .where('sealed_at', '<=', until)
    .orderBy('sealed_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { first: first.number, last: last?.number ?? first.number };
}

/** At most `count` rows before a row and as many after it, under the same seal. */
export async function neighborsOf(db: Db, { seal, at, id }: AuditPlace, count: number): Promise<readonly AuditRow[]> {
  const rows = () => db.q().selectFrom('audit').selectAll().where('seal', '=', seal).limit(count);
  const before = await rows()
    .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(at, id)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const behind = await rows()
    .where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(at, id)))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return [...before.toReversed(), ...behind];
}
