import type { EndpointRows } from '#contract/endpoint.ts';

/** Recommendations for an account. */
export const checkupEndpoints = {
  showCheckup: {
    method: 'GET',
    path: '/account/checkup',
    summary: 'Up to three weak points of the account, most important first, each with the act that mends it.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  hideAdvice: {
    method: 'POST',
    path: '/account/checkup/later',
    summary: 'Hides a recommendation for a while.',
    access: 'account',
    act: 'hideAdvice',
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
