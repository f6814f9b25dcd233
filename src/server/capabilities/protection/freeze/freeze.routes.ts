import { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import { containmentSchemas } from '#contract/protection/freeze/freeze.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { freezeView } from '#server/core/protection/freeze/freeze-view.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { freezeByWay } from './freeze-by-way.ts';
import { freezeOwn, sayWhy } from './freeze-own.ts';

/** Freezing an account without a message. */
export function containmentRoutes(deps: Core): BoundCalls {
  return implement(containmentEndpoints, containmentSchemas, {
    async freezeByWay(call) {
      const { account, code, unsent, password, validate, credential, ticket: shown, why = 'unknown' } = call.body;
      const way = { account, code, unsent, password, validate, credential, ticket: shown };
      const { freeze, ticket } = await freezeByWay(deps, call, { ...way, why });
      return { ...freezeView(freeze), ticket };
    },
    async freezeOwn(call) {
      const { accountId } = call.session;
      const { freeze, ticket } = await freezeOwn(deps, call, { accountId, why: call.body.why ?? 'unknown' });
      call.clearSession();
      return { ...freezeView(freeze), ticket };
    },
    async sayWhy(call) {
      await sayWhy(deps, call, call.body);
      return {};
    },
  });
}
