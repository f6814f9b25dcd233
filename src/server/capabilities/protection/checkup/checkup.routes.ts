import { checkupEndpoints } from '#contract/protection/checkup/checkup.ts';
import { checkupSchemas } from '#contract/protection/checkup/checkup.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { hideAdvice } from './hide-advice.ts';
import { showCheckup } from './show-checkup.ts';

/** Questions to the owner of an account, and suggestions. */
export function checkupRoutes(deps: Core & { readonly placeOf: PlaceOf }): BoundCalls {
  return implement(checkupEndpoints, checkupSchemas, {
    showCheckup: (call) => showCheckup(deps, { session: call.session, visit: call }),
    async hideAdvice(call) {
      await hideAdvice(deps, call.session, call.body.advice);
      return {};
    },
  });
}
