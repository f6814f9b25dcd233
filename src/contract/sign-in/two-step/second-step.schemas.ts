import { Type } from '#contract/json-schema.ts';
import type { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { signedInSchema } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import { finishingMethods } from '#contract/sign-in/two-step/second-step.words.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed, pageQuery, text } from '#contract/shapes.schemas.ts';

/** A code was sent. */
const sentSchema = closed({ cd: Type.Integer({ minimum: 0, description: 'seconds until the next code may be asked for' }) });

export const secondStepSchemas = {
  signInSecondStep: {
    query: pageQuery,
    body: closed({
      ticket: text,
      method: Type.Optional({
        ...choice(finishingMethods),
        description: 'left out where the ticket came of a withdrawn deletion or a new password',
      }),
      code: Type.Optional({ ...text, description: 'without it a code is sent to the phone or email' }),
      password: Type.Optional(text),
      credential: Type.Optional(assertion),
      trust: Type.Optional(Type.Boolean({ description: 'this browser skips the second step for 30 days' })),
    }),
    data: Type.Union([signedInSchema, sentSchema]),
  },
} satisfies SchemasFor<typeof secondStepEndpoints>;
