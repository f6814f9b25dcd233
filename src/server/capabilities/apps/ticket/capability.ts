import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { OwnerOf } from '#server/core/apps/openid/token-use.ts';
import { ticketRoutes } from './ticket.routes.ts';

export function ticketCapability(core: Core, ownerOf: OwnerOf): Capability {
  return { routes: [ticketRoutes({ ...core, ownerOf })] };
}
