import { waysEndpoints } from '#contract/sign-in/ways/ways.ts';
import { waysSchemas } from '#contract/sign-in/ways/ways.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { listWays } from './list-ways.ts';

/** Ways of an account: everything that proves the identity. */
export function waysRoutes(deps: Core): BoundCalls {
  return implement(waysEndpoints, waysSchemas, {
    listWays: async (call) => [...(await listWays(deps, call.session))],
  });
}
