import { ticketEndpoints } from '#contract/endpoints/ticket.ts';
import { ticketSchemas } from '#contract/schemas/ticket.ts';
import type { TokenOwner, TokenUse } from '#server/core/openid/token-use.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { Call } from '#server/platform/http/call.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createTicket, type CreateTicketDeps } from './create-ticket.ts';

function tokenUseOf(call: Pick<Call, 'requestHeader'>, target: Pick<TokenUse, 'method' | 'url'>): TokenUse | undefined {
  const [, scheme = '', token] = /^(Bearer|DPoP) ([\w.~+/-]{1,512}=*)$/i.exec(call.requestHeader('authorization') ?? '') ?? [];
  if (token === undefined) return undefined;
  return { token, scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', proof: call.requestHeader('dpop'), ...target };
}

/** The owner of the access token of a request, if the token is alive and the sender may use it. */
export type OwnerOf = (use: TokenUse) => Promise<TokenOwner | undefined>;

/** Tickets for the account deletion page. */
export function ticketRoutes(deps: CreateTicketDeps & { readonly ownerOf: OwnerOf }): BoundCalls {
  return implement(ticketEndpoints, ticketSchemas, {
    async createTicket(call) {
      const { method, path } = ticketEndpoints.createTicket;
      const use = tokenUseOf(call, { method, url: `${deps.evidence.publicUrl}/api${path}` });
      const owner = use && (await deps.ownerOf(use));
      // Both ways to send a token; only one fits the token sent.
      if (owner === undefined) call.header('www-authenticate', 'Bearer, DPoP algs="ES256 Ed25519 EdDSA"');
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
