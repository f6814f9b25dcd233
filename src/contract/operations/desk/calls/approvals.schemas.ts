import { Type } from '#contract/json-schema.ts';
import type { deskApprovalsEndpoints } from '#contract/operations/desk/calls/approvals.ts';
import { actsOfTwo } from '#contract/operations/desk/roles.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { assertion } from '#contract/sign-in/passkeys/passkeys.schemas.ts';
import { choice, closed } from '#contract/shapes.schemas.ts';

const id = Type.String({ pattern: '^[\\w-]{22}$' });
const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });

const approval = closed({
  id,
  act: choice(actsOfTwo),
  /** Names of an app or a member, with what is asked for them. */
  object: Type.String(),
  account: Type.String({ description: 'the number of the account, masked, or empty' }),
  reason: Type.String(),
  caseRef: Type.String(),
  askedBy: Type.String(),
  askedAt: time,
  until: time,
  digest: Type.String(),
  own: Type.Boolean(),
  isSigned: Type.Boolean({ description: 'by the asker: until then nobody else sees it' }),
});

/** A passkey that has signed what is shown, or a code of the app of a member who needs no passkey. */
export const ceremony = { credential: Type.Optional(assertion), code: Type.Optional(Type.String({ pattern: '^\\d{6}$' })) };

const answer = { data: closed({ done: Type.Boolean() }) };

export const deskApprovalsSchemas = {
  deskApprovals: {
    data: closed({ items: Type.Array(approval) }),
  },
  deskSignAsked: { ...answer, body: closed({ id, ...ceremony }) },
  deskApprove: { ...answer, body: closed({ id, digest: Type.String({ maxLength: 64 }), credential: assertion }) },
  deskRefuse: { ...answer, body: closed({ id, reason: Type.String({ minLength: 1, maxLength: 200 }) }) },
} as const satisfies SchemasFor<typeof deskApprovalsEndpoints>;
