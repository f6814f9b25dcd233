import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Core } from '#server/core/core.ts';
import type { TokenOwner } from '#server/core/apps/openid/token-use.ts';
import { openLifeMs } from '#server/core/sign-in/page-tickets/page-tickets.ts';
import { reaches } from '#server/core/sign-in/ways/assurance.ts';
import { second } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';

export type CreateTicketDeps = Pick<Core, 'store' | 'identity' | 'evidence' | 'journal' | 'apps'>;

/**
 * Issues a ticket for the owner of an access token, only to programs of the operating system: no other app may begin a
 * deletion. A protected account asks for a token of a sign-in by two steps.
 * @throws {Refusal} unauthorized without an owner, and with `data.acr` for a token of a weaker sign-in; forbidden for
 * another app's token
 */
export async function createTicket(
  { store: { db }, identity: { accounts }, evidence: { pageTickets }, journal: { audit }, apps: { clients } }: CreateTicketDeps,
  { owner, origin }: { readonly owner: TokenOwner | undefined; readonly origin: Origin },
): Promise<{ readonly ticket: string; readonly expiresIn: number }> {
  const account = owner && (await accounts.findLive(owner.accountId));
  if (owner === undefined || account === undefined) throw new Refusal('unauthorized', { reason: 'no live access token' });
  const client = await clients.find(owner.clientId);
  if (client?.system !== true) throw new Refusal('forbidden', { reason: 'not a program of the system' });
  const level = account.twoStepAt === null ? '1' : '2';
  if (!reaches(owner.acr, level)) throw new Refusal('unauthorized', { data: { acr: level }, reason: 'the sign-in was too weak' });
  const ticket = await db.tx(async () => {
    await audit.record({ event: 'ticket.created', accountId: account.id, origin, detail: { client: client.id } });
    return pageTickets.issueOpen(account.id);
  });
  return { ticket, expiresIn: openLifeMs.client / second };
}
