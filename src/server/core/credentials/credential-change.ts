import type { Account } from '#server/core/accounts/account.ts';
import { renewSession } from '#server/core/sessions/renew-session.ts';
import type { Session, Sessions, StartedSession } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes } from '#server/core/verification/codes.ts';
import { lockAccount, raiseCredentialEpoch } from '#server/core/accounts/accounts.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface CredentialChangeDeps {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly codes: Codes;
}

/**
 * Begins a change of credentials by a signed-in person, in its transaction: nobody else changes the account until that ends, and
 * nothing has changed since the session was read, so that what was checked against `session.account` still holds.
 * @throws {Refusal} unauthorised when another change came first: this session is dead by it
 */
export async function lockCredentials(db: Db, { accountId, account }: Session): Promise<void> {
  const now = await lockAccount(db, accountId);
  if (now?.state !== 'active' || now.credentialEpoch !== account.credentialEpoch) {
    throw new Refusal('unauthorised', { reason: 'the credentials have just changed' });
  }
}

/**
 * Ends all that was made with the credentials before: every session, code, proof and link of the account but the `undo` links, at once,
 * in the caller's transaction. Call it with every change of a credential or an address; `account` is as it was before.
 */
export async function endAllAccess({ db, sessions, codes }: CredentialChangeDeps, account: Account): Promise<{ credentialEpoch: number }> {
  const credentialEpoch = await raiseCredentialEpoch(db, account.id);
  await sessions.endAll(account.id);
  await codes.voidAll(account);
  return { credentialEpoch };
}

/** The same for everybody but the person who makes the change: their session goes on under a new id. */
export async function endOtherAccess(
  deps: CredentialChangeDeps,
  { session, visit }: { readonly session: Session; readonly visit: Pick<Visit, 'address' | 'userAgent'> },
): Promise<StartedSession> {
  const { db, sessions, codes } = deps;
  const credentialEpoch = await raiseCredentialEpoch(db, session.accountId);
  const started = await renewSession(deps, { session, visit, credentialEpoch });
  await sessions.endAll(session.accountId, started.sessionId);
  await codes.voidAll(session.account);
  return started;
}
