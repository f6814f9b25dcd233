import type { EndpointRows } from '#contract/endpoint.ts';

/** Questions to the owner of an account, and suggestions. */
export const checkupEndpoints = {
  showCheckup: {
    method: 'GET',
    path: '/account/checkup',
    summary:
      'Whether the account is safe: questions that need an answer, then up to three suggestions, each with the act that settles it. The last sign-in elsewhere.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  hideAdvice: {
    method: 'POST',
    path: '/account/checkup/later',
    summary: 'Hides a suggestion for a while.',
    access: 'account',
    act: 'hideAdvice',
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
