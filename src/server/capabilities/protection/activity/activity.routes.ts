import { activityEndpoints } from '#contract/protection/activity/activity.ts';
import { activitySchemas } from '#contract/protection/activity/activity.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { answerActivity } from './answer-activity.ts';
import { listOwnActivity } from './list-activity.ts';

/** Events of the account. */
export function activityRoutes(deps: Core & { readonly placeOf: PlaceOf }): BoundCalls {
  return implement(activityEndpoints, activitySchemas, {
    listActivity: (call) => listOwnActivity(deps, { session: call.session, visit: call }, call.query),
    async answerActivity(call) {
      await answerActivity(deps, { session: call.session, visit: call }, call.body.id);
      return {};
    },
  });
}
