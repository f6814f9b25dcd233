import type { Account } from '#server/core/accounts/account.ts';
import type { PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findDeletion } from './deletions.repository.ts';

export interface OfferWithdrawalDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly pageTickets: PageTickets;
}

/**
 * What somebody is answered who has proven to own an account that is being deleted: 3002 with the date and a ticket that opens the account
 * deletion page; for every form of sign-in. In the transaction that spends the proof. From the deadline on the account is gone, whether the
 * purge has come to it or not, and the answer is the one for an account that is not there.
 */
export async function offerWithdrawal(
  { db, clock, pageTickets }: OfferWithdrawalDeps,
  account: Pick<Account, 'id'>,
  absent: () => Refusal,
): Promise<Refusal> {
  const request = await findDeletion(db, account.id);
  if (!request) return new Refusal('deletionPending');
  if (request.dueAt <= clock.now()) return absent();
  const withdrawTicket = await pageTickets.issueOpen(account.id, 'signIn');
  return new Refusal('deletionPending', { data: { dueAt: new Date(request.dueAt).toISOString(), withdrawTicket } });
}
