import type { sessionEndpoints } from '#contract/sign-in/sign-in/session.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { Type } from '#contract/json-schema.ts';
import { closed, nothing } from '#contract/shapes.schemas.ts';

export const sessionSchemas = {
  signOut: {
    body: closed({ devices: Type.Optional(Type.Boolean({ description: 'also ends the desktops that this browser signed in' })) }),
    data: nothing,
  },
} satisfies SchemasFor<typeof sessionEndpoints>;
