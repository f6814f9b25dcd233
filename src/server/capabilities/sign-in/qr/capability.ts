import type { Capability } from '#server/core/capability.ts';
import type { Core } from '#server/core/core.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { CompleteQrSignIn } from './finish-qr.ts';
import { qrRoutes } from './qr.routes.ts';

export function qrCapability(core: Core, placeOf: PlaceOf, completeSignIn: CompleteQrSignIn): Capability {
  return { routes: [qrRoutes({ ...core, placeOf }, completeSignIn)] };
}
