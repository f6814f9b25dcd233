import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { recoveryRoutes } from './recovery.routes.ts';

export function recoveryCapability(core: Core, { hasDesk }: { readonly hasDesk: boolean }): Capability {
  return { routes: [recoveryRoutes({ ...core, hasDesk })] };
}
