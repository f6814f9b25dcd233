import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { upgradeRoutes } from './upgrade.routes.ts';

export function upgradeCapability(core: Core): Capability {
  return { routes: [upgradeRoutes(core)] };
}
