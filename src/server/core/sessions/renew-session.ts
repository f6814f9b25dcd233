import { moveOpenidSessions } from '#server/core/openid/records.guarded.ts';
import { moveProofs } from '#server/core/proof/proofs.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session, Sessions, StartedSession } from './sessions.ts';
import type { Visit } from './visit.ts';

/**
 * Gives the person's session a new id because it now means more, in the caller's transaction; the old id is dead, so that whoever
 * copied it has nothing. Unspent proofs come along, unless the credentials have changed, and so do the
 * apps that the browser is signed in to.
 * @throws {Refusal} unauthorised when the session ended in this very moment
 */
export async function renewSession(
  { db, sessions }: { readonly db: Db; readonly sessions: Sessions },
  {
    session,
    visit,
    credentialEpoch = session.account.credentialEpoch,
  }: {
    readonly session: Session;
    readonly visit: Pick<Visit, 'address' | 'userAgent'>;
    /** Where the credentials have just changed: the new epoch. */
    readonly credentialEpoch?: number;
  },
): Promise<StartedSession> {
  if (!(await sessions.end(session.sessionId))) throw new Refusal('unauthorised', { reason: 'the session has just ended' });
  const { address, userAgent } = visit;
  const started = await sessions.start({ accountId: session.accountId, credentialEpoch, address, userAgent });
  await moveProofs(db, { from: session.sessionId, to: started.sessionId });
  await moveOpenidSessions(db, { from: session.sessionId, to: started.sessionId });
  return started;
}
