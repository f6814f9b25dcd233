import type { EndpointRows } from '#contract/endpoint.ts';

/** The ticket of OS clients for the account deletion page (contract section 5, X-Token). */
export const ticketEndpoints = {
  createTicket: {
    method: 'POST',
    path: '/account/ticket',
    summary:
      'A single-use ticket for the account deletion page, for an OS client with an access token; a token that is bound to a key comes with its proof (RFC 9449).',
    access: 'bearer',
    act: 'openDeletion',
    errors: ['tokenError', 'tooFrequent'],
    rate: 'credential',
  },
} as const satisfies EndpointRows;
