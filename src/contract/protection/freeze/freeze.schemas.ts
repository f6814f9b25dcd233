import { Type } from '#contract/json-schema.ts';
import type { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { freezeReasons } from '#contract/protection/freeze/incidents.words.ts';
import { freezeSchema } from '#contract/protection/claims/claims.schemas.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';

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
