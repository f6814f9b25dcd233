import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { OwnerOf } from '#server/core/apps/openid/token-use.ts';
import { settingsRoutes } from './settings.routes.ts';

export function settingsCapability(core: Core, ownerOf: OwnerOf): Capability {
  return { routes: [settingsRoutes({ ...core, ownerOf })] };
}
