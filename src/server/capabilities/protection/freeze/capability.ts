import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { containmentRoutes } from './freeze.routes.ts';

export function containmentCapability(core: Core): Capability {
  return { routes: [containmentRoutes(core)] };
}
