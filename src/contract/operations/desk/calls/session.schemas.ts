import { Type } from '#contract/json-schema.ts';
import type { deskSessionEndpoints } from '#contract/operations/desk/calls/session.ts';
import { staffRoles } from '#contract/operations/desk/roles.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });

const used = closed({ used: Type.Integer({ minimum: 0 }), limit: Type.Integer({ minimum: 0 }) });

const session = {
  until: time,
  idleUntil: time,
};

export const deskSessionSchemas = {
  deskBegin: {
    body: nothing,
    data: closed({ ...session, endedAnother: Type.Boolean({ description: 'a session of this member elsewhere has ended' }) }),
  },
  deskLeave: { body: nothing, data: nothing },
  deskMe: {
    data: closed({
      ...session,
      name: Type.String(),
      role: choice(staffRoles),
      environment: choice(['production', 'development', 'test']),
      release: Type.String({ description: 'version and commit of the server' }),
      waiting: closed({ approvals: Type.Integer({ minimum: 0 }), queues: Type.Integer({ minimum: 0 }) }),
      alone: Type.Boolean({ description: 'a lead whose asked acts nobody could approve' }),
      signing: closed({
        by: choice(['passkey', 'code']),
        rpId: Type.String({ description: 'RP ID of the passkeys of members' }),
      }),
      limits: closed({ opened: used, unmasked: used }),
      now: time,
    }),
  },
} as const satisfies SchemasFor<typeof deskSessionEndpoints>;
