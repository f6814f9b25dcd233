import type { Account } from '#server/core/accounts/account.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import { refuseInactive } from '#server/core/accounts/refuse-inactive.ts';
import type { Audit, AuditEvent } from '#server/core/audit/audit.ts';
import { offerWithdrawal } from '#server/core/deletion/offer-withdrawal.ts';
import { beginSession, type SignedInAccount } from '#server/core/sessions/begin-session.ts';
import type { Sessions } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { Refusal } from '#server/platform/refusal.ts';

export interface CompleteSignInDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly pageTickets: PageTickets;
}

export interface ProvenSignIn {
  readonly account: Account;
  readonly event: Extract<AuditEvent, 'sign-in.password' | 'sign-in.code' | 'sign-in.social'>;
  /** What the proof leaves behind: the code is spent, the failures are forgotten. Runs in the same transaction, first. */
  readonly settle: () => Promise<void>;
  /** The answer for an account that is not there: an account whose deletion is due is none. */
  readonly absent: () => Refusal;
}

/**
 * Signs somebody in who has proven to be the account's owner. Only now does the account's state show: a stranger learns nothing.
 * @throws {Refusal} passwordLocked (4010) for an account that an operator has locked; deletionPending (3002) with the way back, for
 * which the proof is spent
 */
export async function completeSignIn(deps: CompleteSignInDeps, visit: Visit, proven: ProvenSignIn): Promise<SignedInAccount> {
  const { account, event, settle } = proven;
  if (account.state === 'deleting') throw await leadToWithdrawal(deps, visit, proven);
  refuseInactive(account);
  return deps.db.tx(async () => {
    await settle();
    const session = await beginSession(deps, { account, visit, at: deps.clock.now() });
    await deps.audit.record({ event, accountId: account.id, sessionId: session.sessionId, origin: visit });
    return { account, session };
  });
}

async function leadToWithdrawal(deps: CompleteSignInDeps, visit: Visit, { account, settle, absent }: ProvenSignIn): Promise<Refusal> {
  return deps.db.tx(async () => {
    await settle();
    await deps.audit.record({ event: 'sign-in.deleting', accountId: account.id, origin: visit });
    return offerWithdrawal(deps, account, absent);
  });
}
