import type { Endpoints } from '#contract/endpoint.ts';
import { deskAlarmsEndpoints } from './alarms.ts';
import { deskAppsEndpoints } from './apps.ts';
import { deskAuditEndpoints } from './audit.ts';
import { deskExceptionsEndpoints } from './exceptions.ts';
import { deskPublicationsEndpoints } from './publications.ts';
import { deskQueuesEndpoints } from './queues.ts';
import { deskApprovalsEndpoints } from './approvals.ts';
import { deskPersonEndpoints } from './person.ts';
import { deskSessionEndpoints } from './session.ts';
import { deskStaffEndpoints } from './staff.ts';

/** Every call of the desk by group. Paths are relative to /desk/api. */
export const deskEndpoints = {
  session: deskSessionEndpoints,
  queues: deskQueuesEndpoints,
  apps: deskAppsEndpoints,
  audit: deskAuditEndpoints,
  staff: deskStaffEndpoints,
  person: deskPersonEndpoints,
  approvals: deskApprovalsEndpoints,
  alarms: deskAlarmsEndpoints,
  exceptions: deskExceptionsEndpoints,
  publications: deskPublicationsEndpoints,
} as const satisfies Readonly<Record<string, Endpoints>>;
