import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { profileRoutes } from './profile.routes.ts';

export function profileCapability(core: Core): Capability {
  return { routes: [profileRoutes(core)] };
}
