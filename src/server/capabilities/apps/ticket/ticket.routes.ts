import { ticketEndpoints } from '#contract/apps/ticket/ticket.ts';
import { ticketSchemas } from '#contract/apps/ticket/ticket.schemas.ts';
import { tokenSchemes, tokenUseOf, type OwnerOf } from '#server/core/apps/openid/token-use.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createTicket, type CreateTicketDeps } from './create-ticket.ts';

/** Tickets for the account deletion page. */
export function ticketRoutes(deps: CreateTicketDeps & { readonly ownerOf: OwnerOf }): BoundCalls {
  return implement(ticketEndpoints, ticketSchemas, {
    async createTicket(call) {
      const { method, path } = ticketEndpoints.createTicket;
      const use = tokenUseOf(call, { method, url: `${deps.evidence.publicUrl}/api${path}` });
      const owner = use && (await deps.ownerOf(use));
      if (owner === undefined) call.header('www-authenticate', tokenSchemes);
      return createTicket(deps, { owner, origin: call }).catch((error: unknown) => {
        const level = error instanceof Refusal ? error.detail.data?.['acr'] : undefined;
        // RFC 9470 section 3: the app repeats its request with these `acr_values`.
        if (use !== undefined && typeof level === 'string')
          call.header('www-authenticate', `${use.scheme} error="insufficient_user_authentication", acr_values="${level}"`);
        throw error;
      });
    },
  });
}
