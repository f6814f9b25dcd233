import { lockAccount, raiseCredentialEpoch } from '#server/core/accounts/accounts.guarded.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { moveOpenidSessions } from '#server/core/openid/records.guarded.ts';
import { moveProofs } from '#server/core/identity-proof/proofs.guarded.ts';
import { createDormancy, type Dormancy } from '#server/core/sessions/dormancy.ts';
import type { Session, Sessions, StartedSession } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes } from '#server/core/codes/codes.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

/** A signed-in person, and the request that comes from them. */
export interface PresentPerson {
  readonly session: Session;
  readonly visit: Pick<Visit, 'clientIp' | 'userAgent'>;
}

/** Who is signed in, and for how long. Everything in the caller's transaction. */
export interface Access {
  readonly sessions: Sessions;
  readonly dormancy: Dormancy;
  /** Signs a browser in: a session of its own, never one that was there before. The account knows the browser from now on. */
  begin(signIn: { readonly account: Account; readonly visit: Visit; readonly at: number }): Promise<StartedSession>;
  /**
   * Gives the person's session a new id because it now means more; the old id is dead, so that whoever copied it has nothing. Unspent
   * proofs come along, unless `credentialEpoch` says that the credentials have just changed, and so do the apps that the browser is signed
   * in to.
   * @throws {Refusal} unauthorised when the session ended in this very moment
   */
  renew(person: PresentPerson, credentialEpoch?: number): Promise<StartedSession>;
  /**
   * Ends all that was made with the credentials before: every session, code, proof and link of the account but the `undo` links, at once.
   * Call it with every change of a credential or a contact; `account` is as it was before.
   */
  endAll(account: Account): Promise<{ readonly credentialEpoch: number }>;
  /** The same for everybody but the person who makes the change: their session goes on under a new id. Proofs end. */
  endOthers(person: PresentPerson): Promise<StartedSession>;
}

export interface AccessParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly codes: Codes;
}

export function createAccess({ db, clock }: Store, { accounts, sessions, codes }: AccessParts): Access {
  async function renew({ session, visit }: PresentPerson, credentialEpoch = session.account.credentialEpoch): Promise<StartedSession> {
    if (!(await sessions.end(session.sessionId))) throw new Refusal('unauthorised', { reason: 'the session has just ended' });
    const { clientIp, userAgent } = visit;
    const started = await sessions.start({ accountId: session.accountId, credentialEpoch, clientIp: clientIp, userAgent });
    await moveProofs(db, { from: session.sessionId, to: started.sessionId });
    await moveOpenidSessions(db, { from: session.sessionId, to: started.sessionId });
    return started;
  }

  return {
    sessions,
    dormancy: createDormancy({ db, clock }),
    async begin({ account, visit, at }) {
      if (visit.sessionToken !== undefined) await sessions.endByToken(visit.sessionToken);
      await accounts.knowBrowser(account.id, visit.rememberBrowser(), at);
      const { clientIp, userAgent } = visit;
      return sessions.start({ accountId: account.id, credentialEpoch: account.credentialEpoch, clientIp: clientIp, userAgent });
    },
    renew,
    async endAll(account) {
      const credentialEpoch = await raiseCredentialEpoch(db, account.id);
      await sessions.endAll(account.id);
      await codes.revoke(account);
      return { credentialEpoch };
    },
    async endOthers(person) {
      const { accountId, account } = person.session;
      const started = await renew(person, await raiseCredentialEpoch(db, accountId));
      await sessions.endAll(accountId, started.sessionId);
      await codes.revoke(account);
      return started;
    },
  };
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
