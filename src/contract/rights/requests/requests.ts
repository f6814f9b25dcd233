import type { EndpointRows } from '#contract/endpoint.ts';

/** Questions and requests about one's data, which the operator answers by a date. */
export const rightsRequestsEndpoints = {
  listRightsRequests: {
    method: 'GET',
    path: '/account/requests',
    summary: 'The questions and requests of the account about its data, the newest first.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  showRightsRequest: {
    method: 'GET',
    path: '/account/requests/:id',
    summary: 'One request with its thread.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  fileRightsRequest: {
    method: 'POST',
    path: '/account/requests',
    summary: 'Sends a request; a repeat with the same key is the same request.',
    access: 'account',
    act: 'fileRequest',
    errors: ['tooMany', 'changeLimit'],
    rate: 'write',
    bodyLimit: 16_384,
  },
  replyToRightsRequest: {
    method: 'POST',
    path: '/account/requests/reply',
    summary: 'Adds to the thread of a request that is open.',
    access: 'account',
    act: 'fileRequest',
    errors: ['tooFrequent', 'tokenError'],
    rate: 'write',
    bodyLimit: 16_384,
  },
  withdrawRightsRequest: {
    method: 'POST',
    path: '/account/requests/withdraw',
    summary: 'Withdraws a request; one that has ended stays as it is.',
    access: 'account',
    act: 'withdrawRequest',
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
