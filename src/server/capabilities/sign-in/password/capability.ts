import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { passwordRoutes } from './password.routes.ts';

export function passwordCapability(core: Core): Capability {
  return { routes: [passwordRoutes(core)] };
}
