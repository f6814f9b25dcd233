import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { checkupRoutes } from './checkup.routes.ts';

export function checkupCapability(core: Core): Capability {
  return { routes: [checkupRoutes(core)] };
}
