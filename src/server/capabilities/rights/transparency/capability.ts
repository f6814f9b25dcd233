import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { transparencyRoutes } from './transparency.routes.ts';

export function transparencyCapability(core: Core, { brand, accessHold }: Pick<Config, 'brand' | 'accessHold'>): Capability {
  return { routes: [transparencyRoutes({ ...core, brand: brand.id, accessHold })] };
}
