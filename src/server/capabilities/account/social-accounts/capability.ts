import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import { socialAccountsRoutes, type SocialParts } from './social-accounts.routes.ts';
import { socialAccountsErasure } from './erase-social-accounts.ts';

export function socialAccountsCapability(core: Core, parts: SocialParts): Capability {
  return { routes: [socialAccountsRoutes({ ...core, ...parts })], erase: [socialAccountsErasure(core.store)] };
}
