import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { ticketRoutes, type OwnerOf } from './ticket.routes.ts';

export function ticketCapability(core: Core, ownerOf: OwnerOf): Capability {
  return { routes: [ticketRoutes({ ...core, ownerOf })] };
}
