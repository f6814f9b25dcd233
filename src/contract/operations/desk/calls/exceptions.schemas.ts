import { Type } from '#contract/json-schema.ts';
import type { deskExceptionsEndpoints } from '#contract/operations/desk/calls/exceptions.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, text } from '#contract/shapes.schemas.ts';
import { ceremony } from './approvals.schemas.ts';
import { exceptionStates } from '#contract/operations/desk/desk-exceptions.words.ts';

const id = Type.String({ pattern: '^[\\w-]{22}$' });
const nonce = Type.String({ pattern: '^[\\w-]{22,43}$', description: 'random; part of the signed text' });
const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });

const exception = closed({
  id,
  state: choice(exceptionStates),
  account: Type.String({ description: 'its number, masked' }),
  member: Type.String(),
  confirmedBy: Type.String({ description: 'or empty' }),
  caseRef: Type.String(),
  text: Type.String(),
  askedAt: time,
  until: time,
  reviewBy: time,
  own: Type.Boolean({ description: 'asked for or confirmed by this member' }),
});

export const deskExceptionsSchemas = {
  deskExceptions: {
    data: closed({ items: Type.Array(exception), baits: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) }),
  },
  deskAskException: {
    body: closed({ look: id, caseRef: text, text: Type.String({ minLength: 1, maxLength: 2000 }), nonce, ...ceremony }),
    data: closed({ id, until: time }),
  },
  deskConfirmException: { body: closed({ id, ...ceremony }), data: closed({ until: time }) },
  deskReviewException: { body: closed({ id }), data: closed({ done: Type.Boolean() }) },
  deskAddBait: { body: closed({ number: Type.String({ maxLength: 32 }) }), data: closed({ done: Type.Boolean() }) },
} as const satisfies SchemasFor<typeof deskExceptionsEndpoints>;
