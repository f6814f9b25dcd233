import { staffRoles } from '#contract/operations/desk/roles.ts';
import type { deskStaffEndpoints } from '#contract/operations/desk/calls/staff.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const count = Type.Integer({ minimum: 0 });
const name = Type.String({ pattern: '^[\\w.-]{1,64}$' });
const reason = Type.String({ minLength: 3, maxLength: 200 });

export const deskStaffSchemas = {
  deskStaff: {
    data: closed({
      members: Type.Array(
        closed({
          name: Type.String(),
          role: choice(staffRoles),
          state: choice(['active', 'held', 'ended']),
          since: time,
          isLinked: Type.Boolean({ description: 'whether an account signs in to the desk as this member' }),
          usedAt: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'the last look or act of 30 days' }),
          looks: count,
          acts: count,
        }),
      ),
      medians: Type.Array(
        closed({ role: choice(staffRoles), looks: Type.Unsafe<number>({ type: 'number' }), acts: Type.Unsafe<number>({ type: 'number' }) }),
      ),
    }),
  },
  deskHoldMember: { body: closed({ name, reason }), data: nothing },
  deskGrantMember: { body: closed({ name, role: choice(staffRoles), reason }), data: nothing },
  deskLinkMember: {
    body: closed({ name, account: Type.String({ pattern: '^\\d{12}$', description: 'the number of the account' }), reason }),
    data: nothing,
  },
  deskEndMember: { body: closed({ name, reason }), data: nothing },
} as const satisfies SchemasFor<typeof deskStaffEndpoints>;
