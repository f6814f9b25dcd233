import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { checkupRoutes } from './checkup.routes.ts';

export function checkupCapability(core: Core, placeOf: PlaceOf): Capability {
  return { routes: [checkupRoutes({ ...core, placeOf })] };
}
