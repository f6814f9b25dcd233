import type { Insertable, Selectable } from 'kysely';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Db } from '#server/core/database/db.ts';
import type { AccountWays, Ways } from '#server/core/sign-in/ways/ways.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { countingWays, type Counting } from './spent.ts';
import type { IncidentsTable } from './incidents.table.ts';

/** A freeze that is not over. Times are milliseconds. */
export interface Incident extends Counting {
  readonly id: string;
  readonly accountId: string;
  readonly state: IncidentRow['state'];
  readonly openedAt: number;
  readonly openedBy: IncidentsTable['opened_by'];
  /** Keyed hash of the contact by which it was opened, or ''. */
  readonly openedVia: string;
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
  const [spent, named] = [idsIn(row.spent), idsIn(row.named)];
  const { id, state, window_from: windowFrom, opened_at: openedAt, opened_by: openedBy, opened_via: openedVia } = row;
  return { id, accountId, state, windowFrom, openedAt, openedBy, openedVia, spent, named };
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

function idsIn(json: string): readonly WayId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a freeze writes them
  return JSON.parse(json) as readonly WayId[];
}

/** The ways of an account as they count now: during a freeze not those that a thief has used or added. */
export async function judgedWays(
  { db, ways }: { readonly db: Db; readonly ways: Pick<Ways, 'of'> },
  account: Account,
): Promise<{ readonly ways: AccountWays; readonly incident: Incident | undefined }> {
  const all = await ways.of(account);
  const incident = account.frozenAt === null ? undefined : await findIncident(db, account.id);
  return { ways: incident === undefined ? all : countingWays(all, incident), incident };
}
