import type { EndpointRows } from '#contract/endpoint.ts';

/** The session (contract section 5). */
export const sessionEndpoints = {
  signOut: {
    method: 'POST',
    path: '/logout',
    summary: 'Ends this session.',
    access: 'account',
    act: 'signOut',
    errors: [],
    rate: 'write',
    endsSession: true,
  },
} as const satisfies EndpointRows;
