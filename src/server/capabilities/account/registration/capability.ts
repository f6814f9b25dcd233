import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { registrationRoutes } from './registration.routes.ts';

export function registrationCapability(core: Core): Capability {
  return { routes: [registrationRoutes(core)] };
}
