import type { Database, Db } from '#server/core/database/db.ts';
import { prepared, unguarded, won } from '#server/platform/db/guarded-writes.ts';

interface NewSessionRow {
  readonly id: string;
  readonly account_id: string;
  readonly credential_epoch: number;
  readonly at: number;
  readonly idle_expires_at: number;
  readonly expires_at: number;
  readonly client_ip: string;
  readonly user_agent: string;
  readonly auth_at: number;
  readonly acr: string;
  readonly amr: string;
  readonly ways: string;
  /** Until when it may make a passkey silently, once. */
  readonly passkey_until: number | null;
}

export const insertSession = prepared<Database, { [Column in keyof NewSessionRow]: NewSessionRow[Column] }, unknown>((q, param) =>
  q.insertInto('sessions').values({
    id: param('id'),
    account_id: param('account_id'),
    credential_epoch: param('credential_epoch'),
    created_at: param('at'),
    last_seen_at: param('at'),
    idle_expires_at: param('idle_expires_at'),
    expires_at: param('expires_at'),
    ended_at: null,
    verified_until: null,
    wrong_passwords: 0,
    passkey_until: param('passkey_until'),
    client_ip: param('client_ip'),
    user_agent: param('user_agent'),
    auth_at: param('auth_at'),
    acr: param('acr'),
    amr: param('amr'),
    ways: param('ways'),
  }),
);

const endLiveSession = prepared<Database, { id: string; at: number }, { readonly id: string }>((q, param) =>
  q
    .updateTable('sessions')
    .set({ ended_at: param('at') })
    .where('id', '=', param('id'))
    .where('ended_at', 'is', null)
    .returning('id'),
);

/** Ends a session: true for the caller that ended it. */
export async function endSession(db: Db, { id, at }: { readonly id: string; readonly at: number }): Promise<boolean> {
  return (await endLiveSession(db, { id, at })).length === 1;
}

/** Ends all sessions of an account, or all but one, and returns those that it ended. */
export async function endAccountSessions(
  db: Db,
  { accountId, except, at }: { readonly accountId: string; readonly except?: string | undefined; readonly at: number },
): Promise<readonly string[]> {
  const ended = await unguarded(db)
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Stores the end of this session's identity proof; null ends the proof. */
export async function setVerifiedUntil(
  db: Db,
  { sessionId, until }: { readonly sessionId: string; readonly until: number | null },
): Promise<void> {
  await unguarded(db)
    .updateTable('sessions')
    .set({ verified_until: until })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Uses that permission: true for one caller, and only in time. */
export async function takeSilentPasskey(db: Db, { sessionId, at }: { readonly sessionId: string; readonly at: number }): Promise<boolean> {
  return won(
    await unguarded(db)
      .updateTable('sessions')
      .set({ passkey_until: null })
      .where('id', '=', sessionId)
      .where('passkey_until', '>', at)
      .executeTakeFirstOrThrow(),
  );
}

/** Counts a wrong password of a session for its whole life, and returns their number. */
export async function countWrongPassword(
  db: Db,
  { sessionId, accountId }: { readonly sessionId: string; readonly accountId: string },
): Promise<number> {
  const row = await unguarded(db)
    .updateTable('sessions')
    .set((eb) => ({ wrong_passwords: eb('wrong_passwords', '+', 1) }))
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .returning('wrong_passwords')
    .executeTakeFirst();
  return row?.wrong_passwords ?? 0;
}

/** Gives a session the wrong passwords of its predecessor. */
export async function moveWrongPasswords(db: Db, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  await unguarded(db)
    .updateTable('sessions')
    .set((eb) => ({ wrong_passwords: eb.selectFrom('sessions as before').select('before.wrong_passwords').where('before.id', '=', from) }))
    .where('id', '=', to)
    .execute();
}
