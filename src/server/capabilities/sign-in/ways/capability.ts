import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { waysRoutes } from './ways.routes.ts';

export function waysCapability(core: Core): Capability {
  return { routes: [waysRoutes(core)] };
}
