import type { deskAppsEndpoints } from '#contract/operations/desk/calls/apps.ts';
import { Type } from '#contract/json-schema.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed, nothing } from '#contract/shapes.schemas.ts';
import { appFields, isReviewed, type AppField } from '#contract/apps/developer/developer.words.ts';

const time = Type.Integer({ minimum: 0, description: 'milliseconds since 1970' });
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const count = Type.Integer({ minimum: 0 });
const id = Type.String({ minLength: 1, maxLength: 128 });
const reason = Type.String({ maxLength: 4096 });
const names = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'by language',
});

const app = {
  id,
  names,
  state: choice(['test', 'review', 'live', 'suspended', 'deleted']),
  kind: Type.String(),
  signIns: count,
  failures: count,
  warnings: Type.Array(choice(['no PKCE', 'domain gone'])),
};

export const deskAppsSchemas = {
  deskApps: { data: closed({ apps: Type.Array(closed(app)), more: Type.Boolean() }) },
  deskApp: {
    params: closed({ id }),
    data: closed({
      ...app,
      icon: Type.String(),
      home: Type.String(),
      createdAt: time,
      liveAt: nullableTime,
      ownerSince: nullableTime,
      ownerApps: count,
      suspendedBecause: Type.String(),
      domain: closed({ name: Type.String(), state: Type.String(), by: Type.String(), seenAt: nullableTime }),
      reasons: Type.Array(closed({ scope: Type.String(), reason: Type.String() })),
      waiting: Type.Union([
        Type.Null(),
        closed({
          version: Type.String(),
          askedAt: time,
          isFirst: Type.Boolean(),
          changes: Type.Array(
            closed({
              field: choice((Object.keys(appFields) as AppField[]).filter(isReviewed)),
              was: Type.Array(Type.String()),
              now: Type.Array(Type.String()),
            }),
          ),
        }),
      ]),
      answers: Type.Array(closed({ state: choice(['accepted', 'refused']), at: time, reasons: Type.String() })),
      days: Type.Array(closed({ day: Type.String(), signIns: count, newPeople: count, failures: count })),
      causes: Type.Array(closed({ error: Type.String(), cause: Type.String(), count })),
    }),
  },
  deskReviewApp: { body: closed({ id, version: id, answer: choice(['accept', 'refuse']), reason }), data: nothing },
  deskSuspendApp: { body: closed({ id, reason }), data: nothing },
  deskGrantName: { body: closed({ id, name: Type.String({ minLength: 1, maxLength: 64 }), reason }), data: nothing },
  deskResumeApp: { body: closed({ id, reason }), data: nothing },
} as const satisfies SchemasFor<typeof deskAppsEndpoints>;
