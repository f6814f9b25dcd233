import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { identityProofRoutes } from './identity-proof.routes.ts';

export function identityProofCapability(core: Core): Capability {
  return { routes: [identityProofRoutes(core)] };
}
