import type { Account } from '#server/core/account/accounts/account.ts';
import type { PageTickets } from '#server/core/sign-in/page-tickets/page-tickets.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Db } from '#server/core/database/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findDeletion } from './deletions.repository.ts';

export interface OfferWithdrawalDeps {
  readonly db: Db;
  readonly pageTickets: PageTickets;
}

/**
 * The answer of every form of sign-in to the verified owner of an account that is being deleted: 3002 with the date and
 * a ticket for the account deletion page. Runs in the transaction that spends the proof. `shown` lets the sign-in continue
 * after the withdrawal; a way that signs nobody in leaves it out.
 */
export async function offerWithdrawal(
  { db, pageTickets }: OfferWithdrawalDeps,
  { id }: Pick<Account, 'id'>,
  shown: readonly ShownWay[],
): Promise<Refusal> {
  const request = await findDeletion(db, id);
  if (!request) return new Refusal('deletionPending', { reason: 'no request is found' });
  return new Refusal('deletionPending', {
    reason: 'the deletion can be withdrawn',
    data: { dueAt: new Date(request.dueAt).toISOString(), withdrawTicket: await pageTickets.issueMet(id, shown) },
  });
}
