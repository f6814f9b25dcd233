import type { EndpointRows } from '#contract/endpoint.ts';

/** How an account is notified of events. */
export const noticesEndpoints = {
  showNotices: {
    method: 'GET',
    path: '/account/notices',
    summary: 'The channels of each group of notices. Answers 304 when the ETag still holds.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  changeNotices: {
    method: 'POST',
    path: '/account/notices',
    summary:
      'Chooses the channels of each group, with the `etag` that was read; 412 answers the present one. Alarms come by every channel in any case.',
    access: 'account',
    act: 'changeNotices',
    errors: ['verificationNeeded', 'preconditionFailed'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
