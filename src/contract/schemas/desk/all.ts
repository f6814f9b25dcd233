import type { deskEndpoints } from '#contract/desk/all.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { deskAlarmsSchemas } from './alarms.ts';
import { deskAppsSchemas } from './apps.ts';
import { deskAuditSchemas } from './audit.ts';
import { deskExceptionsSchemas } from './exceptions.ts';
import { deskPublicationsSchemas } from './publications.ts';
import { deskQueuesSchemas } from './queues.ts';
import { deskApprovalsSchemas } from './approvals.ts';
import { deskPersonSchemas } from './person.ts';
import { deskSessionSchemas } from './session.ts';
import { deskStaffSchemas } from './staff.ts';

/** The shapes of every call of the desk, under the names of `deskEndpoints`. */
export const deskSchemas = {
  session: deskSessionSchemas,
  queues: deskQueuesSchemas,
  apps: deskAppsSchemas,
  audit: deskAuditSchemas,
  staff: deskStaffSchemas,
  person: deskPersonSchemas,
  approvals: deskApprovalsSchemas,
  alarms: deskAlarmsSchemas,
  exceptions: deskExceptionsSchemas,
  publications: deskPublicationsSchemas,
} as const satisfies { readonly [Group in keyof typeof deskEndpoints]: SchemasFor<(typeof deskEndpoints)[Group]> };
