import { Type } from '#contract/json-schema.ts';
import type { containmentEndpoints } from '#contract/protection/freeze/freeze.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { freezeReasons } from '#contract/protection/freeze/incidents.words.ts';
import { freezeSchema } from '#contract/protection/claims/claims.schemas.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, nothing, text, validate } from '#contract/shapes.schemas.ts';

const why = Type.Optional(choice(freezeReasons));

export const containmentSchemas = {
  freezeByWay: {
    body: closed({
      account: Type.Optional({ ...text, description: 'phone or email; left out with a passkey' }),
      code: Type.Optional(text),
      unsent: Type.Optional(
        Type.Boolean({ description: 'no message brought the code: an authenticator app shows it, or a sheet of recovery codes' }),
      ),
      password: Type.Optional(text),
      validate,
      credential: Type.Optional(assertion),
      ticket: Type.Optional(
        Type.String({ maxLength: 128, description: 'ticket of refusal 3011: it stands for the proofs of a sign-in in this browser' }),
      ),
      why,
    }),
    data: closed({
      ...freezeSchema.properties,
      ticket: Type.String({ description: 'ticket of the way back: the proof that froze the account counts there' }),
    }),
  },
  freezeOwn: {
    body: closed({ why }),
    data: closed({
      ...freezeSchema.properties,
      ticket: Type.String({ description: 'ticket of the way back: it names the account, and proves nothing' }),
    }),
  },
  sayWhy: {
    body: closed({ ticket: Type.String({ maxLength: 128, description: 'ticket of the freeze' }), why: choice(freezeReasons) }),
    data: nothing,
  },
} satisfies SchemasFor<typeof containmentEndpoints>;
