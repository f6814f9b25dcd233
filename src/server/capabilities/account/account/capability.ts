import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { accountRoutes } from './account.routes.ts';
import type { Following } from './follow.ts';

export function accountCapability(core: Core, following: Following): Capability {
  return { routes: [accountRoutes({ ...core, ...following })] };
}
