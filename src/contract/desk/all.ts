import type { Endpoints } from '#contract/endpoint.ts';
import { deskAlarmsEndpoints } from './alarms.ts';
import { deskApprovalsEndpoints } from './approvals.ts';
import { deskPersonEndpoints } from './person.ts';
import { deskSessionEndpoints } from './session.ts';

/** Every call of the desk by group. Paths are relative to /desk/api. */
export const deskEndpoints = {
  session: deskSessionEndpoints,
  person: deskPersonEndpoints,
  approvals: deskApprovalsEndpoints,
  alarms: deskAlarmsEndpoints,
} as const satisfies Readonly<Record<string, Endpoints>>;
