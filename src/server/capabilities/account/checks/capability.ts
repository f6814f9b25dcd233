import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { checksRoutes } from './checks.routes.ts';

export function checksCapability(core: Core): Capability {
  return { routes: [checksRoutes(core)] };
}
