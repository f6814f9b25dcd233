import { ticketEndpoints } from '#contract/endpoints/ticket.ts';
import { ticketSchemas } from '#contract/schemas/ticket.ts';
import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import type { OpenidClients } from '#server/core/openid/clients.repository.ts';
import type { PageTickets } from '#server/core/page-tickets/page-tickets.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Binding } from '#server/platform/http/implement.ts';
import { createTicket } from './create-ticket.ts';

export interface TicketRoutesDeps {
  readonly db: Db;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly clients: OpenidClients;
  readonly pageTickets: PageTickets;
  /** Whose access token this is, if it is alive. */
  readonly ownerOf: (accessToken: string) => Promise<{ readonly accountId: string; readonly clientId: string } | undefined>;
}

/** Tickets for the account deletion page. */
export function ticketRoutes(deps: TicketRoutesDeps): Binding {
  return implement(ticketEndpoints, ticketSchemas, {
    async createTicket(call) {
      const [, token] = /^Bearer ([\w.~+/-]{1,512}=*)$/i.exec(call.requestHeader('authorization') ?? '') ?? [];
      return createTicket(deps, { token, origin: call });
    },
  });
}
