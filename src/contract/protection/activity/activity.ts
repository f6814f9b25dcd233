import type { EndpointRows } from '#contract/endpoint.ts';

/** What happened in an account. */
export const activityEndpoints = {
  listActivity: {
    method: 'GET',
    path: '/account/activity',
    summary: 'The events of the last 180 days, newest first, thirty at a time.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
} as const satisfies EndpointRows;
