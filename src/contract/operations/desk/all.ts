import type { Endpoints } from '#contract/endpoint.ts';
import { deskAlarmsEndpoints } from './calls/alarms.ts';
import { deskAppsEndpoints } from './calls/apps.ts';
import { deskAuditEndpoints } from './calls/audit.ts';
import { deskExceptionsEndpoints } from './calls/exceptions.ts';
import { deskPublicationsEndpoints } from './calls/publications.ts';
import { deskQueuesEndpoints } from './calls/queues.ts';
import { deskApprovalsEndpoints } from './calls/approvals.ts';
import { deskPersonEndpoints } from './calls/person.ts';
import { deskSessionEndpoints } from './calls/session.ts';
import { deskStaffEndpoints } from './calls/staff.ts';

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
