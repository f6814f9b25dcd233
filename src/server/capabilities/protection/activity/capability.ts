import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { activityRoutes } from './activity.routes.ts';

export function activityCapability(core: Core, placeOf: PlaceOf): Capability {
  return { routes: [activityRoutes({ ...core, placeOf })] };
}
