import type { EndpointRows } from '#contract/endpoint.ts';

/** Events of an account. */
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
  answerActivity: {
    method: 'POST',
    path: '/account/activity/answer',
    summary: 'Says that an alarm, or a request that waits, was the owner. Changes nothing else: the answer of a message still beats it.',
    access: 'account',
    act: 'answerActivity',
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
