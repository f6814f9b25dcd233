import { identityProofEndpoints } from '#contract/sign-in/identity-proof/identity-proof.ts';
import { identityProofSchemas } from '#contract/sign-in/identity-proof/identity-proof.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { authenticate } from './authenticate.ts';

/** The broker of identity proofs. */
export function identityProofRoutes(deps: Core): BoundCalls {
  return implement(identityProofEndpoints, identityProofSchemas, {
    async authenticate(call) {
      const { method, password, code, credential, action, target } = call.body;
      // Without a session the request carries a ticket that opens none.
      if (!call.session) throw new Refusal('tokenError', { reason: 'no session of this ticket' });
      const input = { method, password, code, credential, action, target };
      const { session, verifiedUntil, standing } = await authenticate(deps, { visit: call, session: call.session }, input);
      if (session) call.setSession(session.token, session.expiresAt);
      return {
        verifiedUntil: new Date(verifiedUntil).toISOString(),
        ...(standing && { have: [...standing.have], need: standing.need }),
      };
    },
  });
}
