import type { EndpointRows } from '#contract/endpoint.ts';

/** Alarms about members to leads and auditors. */
export const deskAlarmsEndpoints = {
  deskAlarms: {
    method: 'GET',
    path: '/alarms',
    summary: 'The latest alarms, newest first. They are never removed by hand.',
    access: 'desk',
    staffAct: 'alarms.read',
    errors: [],
    rate: 'desk',
    polled: true,
  },
} as const satisfies EndpointRows;
