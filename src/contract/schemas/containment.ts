import { Type } from '#contract/json-schema.ts';
import type { containmentEndpoints } from '#contract/endpoints/containment.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { freezeReasons } from '#contract/vocabulary/incidents.ts';
import { freezeSchema } from './claims.ts';
import { choice, closed, text } from './shapes.ts';

const why = Type.Optional(choice(freezeReasons));

export const containmentSchemas = {
  freezeByCode: {
    body: closed({ account: text, code: text, why }),
    data: closed({
      ...freezeSchema.properties,
      ticket: Type.String({ description: 'of the way back: the code counts there, unless a thief may have it' }),
    }),
  },
  freezeOwn: { body: closed({ why }), data: freezeSchema },
} satisfies SchemasFor<typeof containmentEndpoints>;
