import type { EndpointRows } from '#contract/endpoint.ts';

/** The session (contract section 5). */
export const sessionEndpoints = {
  signOut: {
    method: 'POST',
    path: '/logout',
    summary: 'Ends this session.',
    access: 'account',
    errors: [],
    rate: 'write',
    endsSession: true,
    whenHeld: 'open',
  },
} as const satisfies EndpointRows;
