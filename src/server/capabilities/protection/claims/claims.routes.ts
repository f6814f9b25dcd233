import { claimsEndpoints } from '#contract/protection/claims/claims.ts';
import { claimsSchemas } from '#contract/protection/claims/claims.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { answerNotice, readNotice } from './answer-notice.ts';
import { findClaim } from './find-claim.ts';
import { openWait } from './open-wait.ts';
import { stopClaim } from './stop-claim.ts';

/** Calls about claims, and the acting link of their notices. */
export function claimsRoutes(deps: Core): BoundCalls {
  return implement(claimsEndpoints, claimsSchemas, {
    claimStatus: (call) => findClaim(deps, { session: call.session, visit: call }, call.body.claim),
    async openWait(call) {
      const { action, target } = call.body;
      const { dueAt } = await openWait(deps, { session: call.session, visit: call }, { action, target });
      return { dueAt: new Date(dueAt).toISOString() };
    },
    async stopClaim(call) {
      const { claim, id } = call.body;
      return { state: await stopClaim(deps, { session: call.session, visit: call }, { claim, id }) };
    },
    readNotice: (call) => readNotice(deps, call.lang, call.body.token),
    answerNotice(call) {
      const { token, answer, also, method, password, code, credential } = call.body;
      return answerNotice(deps, call, { token, answer, freezes: also === 'freeze', method, password, code, credential });
    },
  });
}
