import { waysEndpoints } from '#contract/endpoints/ways.ts';
import { waysSchemas } from '#contract/schemas/ways.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { listWays } from './list-ways.ts';

/** Everything that proves who is there. */
export function waysRoutes(deps: Core): BoundCalls {
  return implement(waysEndpoints, waysSchemas, {
    listWays: async (call) => [...(await listWays(deps, call.session))],
  });
}
