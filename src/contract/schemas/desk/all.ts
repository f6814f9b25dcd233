import type { deskEndpoints } from '#contract/desk/all.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { deskAlarmsSchemas } from './alarms.ts';
import { deskApprovalsSchemas } from './approvals.ts';
import { deskPersonSchemas } from './person.ts';
import { deskSessionSchemas } from './session.ts';

/** The shapes of every call of the desk, under the names of `deskEndpoints`. */
export const deskSchemas = {
  session: deskSessionSchemas,
  person: deskPersonSchemas,
  approvals: deskApprovalsSchemas,
  alarms: deskAlarmsSchemas,
} as const satisfies { readonly [Group in keyof typeof deskEndpoints]: SchemasFor<(typeof deskEndpoints)[Group]> };
