import { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import { checkupSchemas } from '#contract/protection/checkup/checkup.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { hideAdvice } from './hide-advice.ts';
import { showCheckup } from './show-checkup.ts';

/** Recommendations. */
export function checkupRoutes(deps: Core): BoundCalls {
  return implement(checkupEndpoints, checkupSchemas, {
    async showCheckup(call) {
      const { session } = call;
      const found = await showCheckup(deps, { session, visit: call });
      const { left } = session.account.recoveryCodes;
      const items = found.map(({ advice, action, about }) => ({
        advice,
        action,
        name: about?.name ?? '',
        lastUsedAt: about === undefined ? '' : new Date(about.lastUsedAt).toISOString(),
        left,
      }));
      return { items };
    },
    async hideAdvice(call) {
      await hideAdvice(deps, call.session, call.body.advice);
      return {};
    },
  });
}
