import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { addressesRoutes } from './addresses.routes.ts';

export function addressesCapability(core: Core): Capability {
  return { routes: [addressesRoutes(core)] };
}
