import type { EndpointRows } from '#contract/endpoint.ts';

/** Messages of the site to a person, and acts of its staff in their account. */
export const transparencyEndpoints = {
  listMessages: {
    method: 'GET',
    path: '/account/messages',
    summary: 'The messages of the last 180 days to the account, newest first, thirty at a time.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  checkMessage: {
    method: 'POST',
    path: '/account/messages/check',
    summary: 'Whether a mail with this reference was sent to the account.',
    access: 'account',
    act: 'asks',
    errors: [],
    rate: 'reference',
  },
  listStaffAccess: {
    method: 'GET',
    path: '/account/access',
    summary: 'Lists looks and acts of staff in the last 180 days, newest first.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
} as const satisfies EndpointRows;
