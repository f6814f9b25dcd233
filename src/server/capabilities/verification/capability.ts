import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { verificationRoutes } from './verification.routes.ts';

export function verificationCapability(core: Core): Capability {
  return { routes: [verificationRoutes(core)] };
}
