import type { deskEndpoints } from '#contract/operations/desk/all.ts';
import type { SchemasFor } from '#contract/schema.ts';
import { deskAlarmsSchemas } from './alarms.schemas.ts';
import { deskAppsSchemas } from './apps.schemas.ts';
import { deskAuditSchemas } from './audit.schemas.ts';
import { deskExceptionsSchemas } from './exceptions.schemas.ts';
import { deskPublicationsSchemas } from './publications.schemas.ts';
import { deskQueuesSchemas } from './queues.schemas.ts';
import { deskApprovalsSchemas } from './approvals.schemas.ts';
import { deskPersonSchemas } from './person.schemas.ts';
import { deskSessionSchemas } from './session.schemas.ts';
import { deskStaffSchemas } from './staff.schemas.ts';

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
