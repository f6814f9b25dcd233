import { Type } from '#contract/json-schema.ts';
import type { secondStepEndpoints } from '#contract/endpoints/second-step.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { signedInSchema } from './sign-in.ts';
import { finishingMethods } from '#contract/vocabulary/second-step.ts';
import { assertion } from './passkeys.ts';
import { choice, closed, pageQuery, text } from './shapes.ts';

/** A code was sent. */
const sentSchema = closed({ cd: Type.Integer({ minimum: 0, description: 'seconds until the next code may be asked for' }) });

export const secondStepSchemas = {
  signInSecondStep: {
    query: pageQuery,
    body: closed({
      ticket: text,
      method: choice(finishingMethods),
      code: Type.Optional({ ...text, description: 'without it a code is sent to the phone or email' }),
      password: Type.Optional(text),
      credential: Type.Optional(assertion),
      trust: Type.Optional(Type.Boolean({ description: 'this browser skips the second step for 30 days' })),
    }),
    data: Type.Union([signedInSchema, sentSchema]),
  },
} satisfies SchemasFor<typeof secondStepEndpoints>;
