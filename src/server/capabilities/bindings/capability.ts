import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { bindingsRoutes, type SocialParts } from './bindings.routes.ts';
import { bindingsErasure } from './erase-bindings.ts';

export function bindingsCapability(core: Core, parts: SocialParts): Capability {
  return { routes: [bindingsRoutes({ ...core, ...parts })], erase: [bindingsErasure(core.store)] };
}
