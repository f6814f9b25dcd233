import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { appsRoutes } from './apps.routes.ts';

export function appsCapability(core: Core): Capability {
  return { routes: [appsRoutes(core)] };
}
