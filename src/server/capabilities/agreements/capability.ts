import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { Config } from '#server/platform/config.ts';
import { agreementsRoutes } from './agreements.routes.ts';

/** `names` fill the placeholders of the texts. */
export function agreementsCapability(core: Core, names: Pick<Config, 'brand' | 'supportEmail'>): Capability {
  return { routes: [agreementsRoutes(core, names)] };
}
