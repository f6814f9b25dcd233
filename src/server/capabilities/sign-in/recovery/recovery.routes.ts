import { recoveryEndpoints } from '#contract/sign-in/recovery/recovery.ts';
import { recoverySchemas } from '#contract/sign-in/recovery/recovery.schemas.ts';
import { resolveContinue } from '#server/core/sign-in/continue-url/continue.ts';
import type { Core } from '#server/core/core.ts';
import { answerSignedIn } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { askDesk } from './ask-desk.ts';
import { finishRecovery } from './finish-recovery.ts';
import { openRecoveryClaim } from './open-recovery-claim.ts';
import { proveRecovery } from './prove-recovery.ts';

/** Getting back into a protected account. */
export function recoveryRoutes(deps: Core & { readonly hasDesk: boolean }): BoundCalls {
  return implement(recoveryEndpoints, recoverySchemas, {
    proveRecovery(call) {
      const { ticket, method, former = false, password, code, credential } = call.body;
      return proveRecovery(deps, call, { ticket, method, former, password, code, credential });
    },
    async finishRecovery(call) {
      const { codes, ...signedIn } = await finishRecovery(deps, call, { ...call.body, mine: call.body.mine ?? true });
      return {
        account: answerSignedIn(call, signedIn, deps.identity),
        continue: resolveContinue(deps.evidence.publicUrl, call.query.redirect),
        codes: [...codes],
      };
    },
    async openRecoveryClaim(call) {
      const { dueAt, token } = await openRecoveryClaim(deps, call, call.body.ticket);
      return { dueAt: new Date(dueAt).toISOString(), claim: token };
    },
    async askDeskForRecovery(call) {
      const { number, until } = await askDesk(deps, call, call.body.ticket);
      return { number, until: new Date(until).toISOString() };
    },
  });
}
