import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { addedLately } from '#server/core/accounts/added-lately.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import { lockCredentials } from '#server/core/credentials/credential-change.ts';
import type { Proofs } from '#server/core/proof/proofs.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';

export interface KeepAddedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly proofs: Proofs;
}

const need = { action: 'keepAdded' } as const;

/**
 * The owner has looked through what was added shortly before the last recovery, and keeps it: it is shown no more, to nobody. Somebody
 * who has come by one of these ways must not end the list, so it needs a proof by something else (`isBeyondSuspicion`). What was kept stands in
 * the trail.
 * @throws {Refusal} verificationNeeded; unauthorised when a change of credentials, such as another recovery, came first: that one has a list of its own
 */
export async function keepAdded(
  deps: KeepAddedDeps,
  { session, visit }: { readonly session: Session; readonly visit: Visit },
): Promise<Account> {
  const { account, accountId, sessionId } = session;
  const kept = addedLately(account, deps.clock.now()).map(({ type }) => type);
  if (kept.length === 0) return account;
  await deps.proofs.require(session, need);
  await deps.db.tx(async () => {
    await lockCredentials(deps.db, session);
    await deps.proofs.spend(session, need);
    await deps.accounts.noteRecoveryReview(accountId, deps.clock.now());
    await deps.audit.record({ event: 'recovery.reviewed', accountId, sessionId, origin: visit, detail: { kept: kept.join(' ') } });
  });
  return { ...account, recovery: account.recovery && { ...account.recovery, isReviewed: true } };
}
