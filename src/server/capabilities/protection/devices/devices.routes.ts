import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { devicesSchemas } from '#contract/protection/devices/devices.schemas.ts';
import type { Core } from '#server/core/core.ts';
import { implement } from '#server/core/sign-in/sessions/implement.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import type { BoundCalls } from '#server/platform/http/implement.ts';
import { listDevices, unbindDevice, unbindOthers } from './devices.ts';

/** The signed-in devices and browsers. */
export function devicesRoutes(deps: Core & { readonly placeOf: PlaceOf }): BoundCalls {
  return implement(devicesEndpoints, devicesSchemas, {
    async listDevices(call) {
      const listed = await listDevices(deps, call.session);
      return listed.map(({ firstSeenAt, lastSeenAt, ...device }) => ({
        ...device,
        firstSeenAt: new Date(firstSeenAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
      }));
    },
    async unbindDevice(call) {
      await unbindDevice(deps, { session: call.session, origin: call }, call.body.id);
      return {};
    },
    unbindOthers: async (call) => ({ ended: await unbindOthers(deps, { session: call.session, origin: call }) }),
  });
}
