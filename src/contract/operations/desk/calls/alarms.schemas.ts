import { Type } from '#contract/json-schema.ts';
import type { deskAlarmsEndpoints } from '#contract/operations/desk/calls/alarms.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { choice, closed } from '#contract/shapes.schemas.ts';
import { deskAlarms } from '#contract/vocabulary/desk-alarms.ts';

const alarm = closed({
  id: Type.String(),
  at: Type.Integer({ minimum: 0, description: 'milliseconds since 1970' }),
  kind: choice(deskAlarms),
  member: Type.String(),
  caseRef: Type.String(),
});

export const deskAlarmsSchemas = {
  deskAlarms: { data: closed({ items: Type.Array(alarm) }) },
} as const satisfies SchemasFor<typeof deskAlarmsEndpoints>;
