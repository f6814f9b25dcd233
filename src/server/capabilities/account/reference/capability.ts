import type { Capability } from '#server/core/capability.ts';
import { referenceRoutes, type ReferenceDeps } from './reference.routes.ts';

export function referenceCapability(deps: ReferenceDeps): Capability {
  return { routes: [referenceRoutes(deps)] };
}
