import type { Selectable } from 'kysely';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import type { MemberState } from '#contract/operations/desk/decisions.ts';
import type { Database, Db } from '#server/core/database/db.ts';
import { keptQuery } from '#server/platform/db/kept-query.ts';
import type { DeskSessionsTable } from './desk-sessions.table.ts';
import type { StaffTable } from '#server/core/operations/staff/staff.table.ts';

/** A session with the member that it belongs to, as they are now. */
export interface FoundDeskSession {
  readonly id: string;
  readonly accountId: string;
  readonly member: string;
  readonly roleSince: number;
  readonly credentialEpoch: number;
  readonly thumbprint: string;
  readonly madeAt: number;
  readonly proofAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
  readonly network: string;
  readonly role: StaffRole;
  readonly state: MemberState;
  readonly changedAt: number;
}

type SessionRow = Selectable<DeskSessionsTable> & Pick<Selectable<StaffTable>, 'role' | 'state' | 'changed_at'>;

const liveSession = keptQuery<Database, { id: string }, SessionRow>((q, param) =>
  q
    .selectFrom('desk_sessions')
    .innerJoin('staff', (join) =>
      join.onRef('staff.name', '=', 'desk_sessions.member').onRef('staff.account_id', '=', 'desk_sessions.account_id'),
    )
    .selectAll('desk_sessions')
    .select(['staff.role', 'staff.state', 'staff.changed_at'])
    .where('desk_sessions.id', '=', param('id'))
    .where('desk_sessions.ended_at', 'is', null),
);

/** The session that has not ended, if its member still has this account. */
export async function findDeskSession(db: Db, id: string): Promise<FoundDeskSession | undefined> {
  const [row] = await liveSession(db, { id });
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      member: row.member,
      roleSince: row.role_since,
      credentialEpoch: row.credential_epoch,
      thumbprint: row.thumbprint,
      madeAt: row.made_at,
      proofAt: row.proof_at,
      seenAt: row.seen_at,
      expiresAt: row.expires_at,
      network: row.network,
      role: row.role,
      state: row.state,
      changedAt: row.changed_at,
    }
  );
}
