import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { devicesRoutes } from './devices.routes.ts';

export function devicesCapability(core: Core, placeOf: PlaceOf): Capability {
  return { routes: [devicesRoutes({ ...core, placeOf })] };
}
