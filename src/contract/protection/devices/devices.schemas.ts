import { Type } from '#contract/json-schema.ts';
import type { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { closed, nothing } from '#contract/shapes.schemas.ts';

const device = closed({
  id: Type.String(),
  kind: Type.Unsafe<'browser' | 'device'>({
    type: 'string',
    enum: ['browser', 'device'],
    description: 'a signed-in browser, or a device with the account in its operating system',
  }),
  name: Type.String({ description: 'may be empty, as all texts here' }),
  type: Type.String({ description: 'pc, notebook, tablet, phone or unknown' }),
  model: Type.String(),
  os: Type.String(),
  osVersion: Type.String(),
  firstSeenAt: Type.String(),
  lastSeenAt: Type.String(),
  location: closed({ country: Type.String(), region: Type.String(), city: Type.String() }),
  address: Type.String({ description: 'shortened source address' }),
  signedInHere: Type.Boolean({ description: 'a desktop that the asking browser signed in on its own computer' }),
  current: Type.Boolean({ description: 'the browser or the desktop that asks' }),
});

export const devicesSchemas = {
  listDevices: { data: Type.Array(device) },
  unbindDevice: { body: closed({ id: Type.String({ minLength: 1, maxLength: 64 }) }), data: nothing },
  unbindOthers: { body: nothing, data: closed({ ended: Type.Integer({ minimum: 0 }) }) },
} satisfies SchemasFor<typeof devicesEndpoints>;
