import type { Account } from '#server/core/account/accounts/account.ts';
import { addedLately } from '#server/core/sign-in/ways/added-lately.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';

export interface KeepAddedDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

const need = { action: 'keepAdded' } as const;

/**
 * Ends the list of contacts and social accounts added shortly before the last recovery. An intruder who added one of
 * them must not end the list, so the proof must come from another one (`isBeyondSuspicion`). The trail records them.
 * @throws {Refusal} verificationNeeded; unauthorized if the credentials changed first: another recovery has its own
 * list
 */
export async function keepAdded(
  deps: KeepAddedDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
): Promise<Account> {
  const { account, accountId, sessionId } = session;
  const kept = addedLately(account, deps.store.clock.now()).map(({ type }) => type);
  if (kept.length === 0) return account;
  await deps.evidence.proofs.require(session, need);
  await deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    await deps.evidence.proofs.redeem(session, need);
    await deps.identity.accounts.noteRecoveryReview(accountId, deps.store.clock.now());
    await deps.journal.audit.record({ event: 'recovery.reviewed', accountId, sessionId, origin: visit, detail: { kept: kept.join(' ') } });
  });
  return { ...account, recovery: account.recovery && { ...account.recovery, isReviewed: true } };
}
