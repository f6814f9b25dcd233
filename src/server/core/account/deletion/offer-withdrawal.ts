import type { Admission } from '#server/core/sign-in/access/admission.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { PageTickets } from '#server/core/sign-in/page-tickets/page-tickets.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findDeletion } from './deletions.repository.ts';

export interface OfferWithdrawalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly pageTickets: PageTickets;
}

export interface Withdrawing {
  /** Undefined for a person who may keep the account, but not sign in by this proof alone. */
  readonly admission: Admission | undefined;
  /** The answer for a missing account. */
  readonly absent: () => Refusal;
}

/**
 * The answer of every form of sign-in to the verified owner of an account that is being deleted: 3002 with the date and
 * a ticket for the account deletion page. In the transaction that spends the proof. From the deadline on, even before
 * the purge, the answer is the same as for a missing account.
 */
export async function offerWithdrawal(
  { db, clock, pageTickets }: OfferWithdrawalDeps,
  account: Pick<Account, 'id'>,
  { admission, absent }: Withdrawing,
): Promise<Refusal> {
  const request = await findDeletion(db, account.id);
  if (!request) return new Refusal('deletionPending', { reason: 'no request is found' });
  if (request.dueAt <= clock.now()) return absent();
  const withdrawTicket = await (admission ? pageTickets.issueAdmitted(admission) : pageTickets.issueOpen(account.id, 'signIn'));
  return new Refusal('deletionPending', {
    reason: 'the deletion can be withdrawn',
    data: { dueAt: new Date(request.dueAt).toISOString(), withdrawTicket },
  });
}
