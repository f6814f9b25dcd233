import type { deskAuditEndpoints } from '#contract/operations/desk/calls/audit.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { closed, nothing } from '#contract/shapes.schemas.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const word = Type.String({ maxLength: 128 });

const row = closed({
  id: Type.String(),
  at: time,
  event: Type.String(),
  account: Type.String({ description: 'the id that only the server uses for an account, or empty' }),
  requestId: Type.String(),
  session: Type.String(),
  detail: Type.String({ description: 'JSON, or empty' }),
  seal: Type.Integer({ minimum: 0, description: '0 while it is under none' }),
});

export const deskAuditSchemas = {
  deskSearchAudit: {
    body: closed({
      from: time,
      to: time,
      caseRef: Type.Optional(word),
      member: Type.Optional(word),
      event: Type.Optional(word),
      account: Type.Optional(Type.String({ maxLength: 254, description: 'phone, email, username, number or id, exact' })),
      requestId: Type.Optional(word),
      after: Type.Optional(
        Type.String({ pattern: String.raw`^\d{1,15}\.\d{1,16}\.[\w-]{0,64}$`, description: '`next` of the answer before' }),
      ),
    }),
    data: closed({
      rows: Type.Array(row),
      next: Type.String({ description: 'empty at the end' }),
    }),
  },
  deskAuditRow: {
    body: closed({ id: word }),
    data: closed({
      row,
      isAsWritten: Type.Boolean(),
      seal: Type.Union([Type.Null(), closed({ number: Type.Integer(), sealedAt: time, rows: Type.Integer() })]),
      neighbors: Type.Array(row),
    }),
  },
  deskAuditProof: {
    body: closed({
      id: word,
      through: Type.Optional(Type.Integer({ minimum: 1, description: 'number of a head that is kept elsewhere' })),
    }),
    data: closed({
      row: Type.String(),
      rows: Type.Array(closed({ id: Type.String(), at: time, mac: Type.String() })),
      seals: Type.Array(
        Type.Unsafe<Readonly<Record<string, string | number>>>({ type: 'object', additionalProperties: { type: ['string', 'number'] } }),
      ),
      reachesHead: Type.Boolean(),
    }),
  },
  deskExports: {
    data: closed({ items: Type.Array(closed({ id: Type.String(), from: time, to: time, until: time })) }),
  },
  deskAskExport: {
    body: closed({ from: time, to: time, reason: Type.String({ minLength: 3, maxLength: 200 }) }),
    data: nothing,
  },
  deskExport: { body: closed({ id: Type.String({ pattern: '^[\\w-]{22}$' }) }), data: nothing },
} as const satisfies SchemasFor<typeof deskAuditEndpoints>;
