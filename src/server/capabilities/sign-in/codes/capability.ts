import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { codesRoutes } from './codes.routes.ts';

export function codesCapability(core: Core): Capability {
  return { routes: [codesRoutes(core)] };
}
