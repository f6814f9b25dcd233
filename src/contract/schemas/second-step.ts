import { Type } from 'typebox';
import type { secondStepEndpoints } from '#contract/endpoints/second-step.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { signedInSchema } from './sign-in.ts';
import { choice, closed, pageQuery, text } from './shapes.ts';

/** What a second step can be taken with. */
const method = choice(['email']);

export const secondStepSchemas = {
  signInSecondStep: { query: pageQuery, body: closed({ ticket: text, method, code: text }), data: signedInSchema },
  sendSecondStepCode: {
    body: closed({ ticket: text, method }),
    data: closed({ cd: Type.Integer({ description: 'seconds until the next code may be asked for' }) }),
  },
} satisfies SchemasFor<typeof secondStepEndpoints>;
