import type { Access } from '#server/core/sign-in/access/access.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
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
 * Former sessions and tickets stay ended, and nobody is signed in. Returns the ticket of the sign-in that met the deletion,
 * which continues with it as with a second step; '' for a page of a message or a client.
 *
 * One transaction: request, state, the end of all tickets, audit, notices to every phone and email.
 *
 * @throws {Refusal} tokenError when it is too late
 */
export async function withdrawDeletion(
  deps: WithdrawDeletionDeps,
  { account, accountId, limitedTo, assurance }: Session,
  visit: Visit,
): Promise<string> {
  const {
    store: { db, clock },
    journal: { audit, notices },
  } = deps;
  return db.tx(async () => {
    const now = await lockAccount(db, accountId);
    if (now?.state === 'active') return '';
    const isInTime = await withdrawDeletionRow(db, { accountId, at: clock.now() });
    if (!isInTime || !(await transitionAccount(db, { id: accountId, from: 'deleting', to: 'active' }))) {
      throw new Refusal('tokenError', { reason: 'too late' });
    }
    await raiseVersion(db, accountId);
    const { credentialEpoch } = await deps.access.endAll(account, visit.browser);
    await audit.record({ event: 'deletion.withdrawn', accountId, origin: visit });
    for (const to of contactsOf(account)) {
      await notices.sendChange({ account, event: 'deletionWithdrawn', to, from: visit.clientIp, by: visit });
    }
    if (limitedTo?.signsIn !== true) return '';
    const shown = assurance.ways.map((id) => ({ id }));
    return deps.evidence.signInTickets.issue(visit, { account: { id: accountId, credentialEpoch }, purpose: 'kept', shown });
  });
}
