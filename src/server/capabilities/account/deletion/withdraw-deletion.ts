import type { Access } from '#server/core/sign-in/access/access.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import type { Session, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface WithdrawDeletionDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

/**
 * Withdraws the deletion of an account until the last millisecond before it is due and restores its former state.
 * Former sessions and tickets stay ended. A page that was opened with the ticket of a sign-in becomes a session; with
 * the ticket of a message or a client it signs nobody in.
 *
 * One transaction: request, state, the end of all tickets, session, audit, notices to every phone and email.
 *
 * @throws {Refusal} tokenError when it is too late
 */
export async function withdrawDeletion(
  deps: WithdrawDeletionDeps,
  { account, accountId, limitedTo, assurance }: Session,
  visit: Visit,
): Promise<StartedSession | undefined> {
  const {
    store: { db, clock },
    journal: { audit, notices },
  } = deps;
  return db.tx(async () => {
    const now = await lockAccount(db, accountId);
    if (now?.state === 'active') return undefined;
    const isInTime = await withdrawDeletionRow(db, { accountId, at: clock.now() });
    if (!isInTime || !(await transitionAccount(db, { id: accountId, from: 'deleting', to: 'active' }))) {
      throw new Refusal('tokenError', { reason: 'too late' });
    }
    await raiseVersion(db, accountId);
    const { credentialEpoch } = await deps.access.endAll(account, visit.browser);
    const shown = assurance.ways.map((id) => ({ id }));
    const admission = deps.access.admitBySignInTicket({ ...account, credentialEpoch }, shown);
    const started = limitedTo?.signsIn === true ? await deps.access.begin({ admission, visit, at: clock.now() }) : undefined;
    const begun = started === undefined ? {} : { sessionId: started.sessionId };
    await audit.record({ event: 'deletion.withdrawn', accountId, ...begun, origin: visit });
    for (const to of contactsOf(account)) {
      await notices.sendChange({ account, event: 'deletionWithdrawn', to, language: visit.lang, from: visit.clientIp, by: visit });
    }
    return started;
  });
}
