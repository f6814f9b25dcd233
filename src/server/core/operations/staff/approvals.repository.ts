import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { ActOfTwo } from '#contract/operations/desk/roles.ts';
import type { ApprovalsTable } from './approvals.table.ts';

export type Approval = Readonly<Selectable<ApprovalsTable>>;

type Asked = Omit<Approval, 'digest' | 'state' | 'answered_by' | 'answered_at' | 'assertion' | 'asked_with'>;

/** All that an approver sees, in one text. */
function bound(row: Asked): string {
  const { id, act, object, account_id, version, reason, case_ref, asked_by, asked_at, expires_at } = row;
  return JSON.stringify([id, act, object, account_id, version, reason, case_ref, asked_by, asked_at, expires_at]);
}

/** Writes an asked act with the keyed hash of everything that it says. */
export async function insertApproval(
  { db, keyring }: { readonly db: Db; readonly keyring: Keyring },
  asked: Asked,
  state: 'unsigned' | 'asked',
): Promise<Approval> {
  const row = {
    ...asked,
    digest: keyring.mac('approval', bound(asked)),
    state,
    answered_by: '',
    answered_at: null,
    assertion: null,
    asked_with: null,
  } as const;
  await db.q().insertInto('approvals').values(row).execute();
  return row;
}

/** Digest of the row's current content; differs from the stored one if somebody changed the row. */
export function digestOf(keyring: Keyring, row: Approval): string {
  const digests = keyring.macs('approval', bound(row));
  return digests.find((digest) => digest === row.digest) ?? digests[0];
}

export async function findApproval(db: Db, id: string): Promise<Approval | undefined> {
  return db.q().selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Acts that were approved for a member since then, the latest first. */
export async function approvedOf(
  db: Db,
  { act, member, since }: { readonly act: ActOfTwo; readonly member: string; readonly since: number },
): Promise<readonly Approval[]> {
  return (
    db
      .q()
      .selectFrom('approvals')
      .selectAll()
      .where('state', '=', 'approved')
      .where('act', '=', act)
      .where('asked_by', '=', member)
      .where('answered_at', '>', since)
      // For the index: an answer comes before the end.
      .where('expires_at', '>', since)
      .orderBy('answered_at', 'desc')
      .execute()
  );
}

/** Acts that wait for an answer, oldest first; with `of`, also those that this member has still to sign. */
export async function listApprovals(db: Db, at: number, of?: string): Promise<readonly Approval[]> {
  const waiting = db.q().selectFrom('approvals').selectAll().where('expires_at', '>', at);
  const seen = waiting.where((eb) =>
    eb.or([eb('state', '=', 'asked'), ...(of === undefined ? [] : [eb.and([eb('state', '=', 'unsigned'), eb('asked_by', '=', of)])])]),
  );
  return seen.orderBy('asked_at').orderBy('id').execute();
}
