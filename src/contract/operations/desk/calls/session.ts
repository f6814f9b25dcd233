import type { EndpointRows } from '#contract/endpoint.ts';

/** The session of a member at the desk. */
export const deskSessionEndpoints = {
  deskBegin: {
    method: 'POST',
    path: '/session',
    summary: 'Begins the session of a member who has just signed in, bound to the key of this browser.',
    access: 'desk-entry',
    staffAct: 'any',
    errors: ['tokenError'],
    rate: 'deskEntry',
  },
  deskLeave: {
    method: 'DELETE',
    path: '/session',
    summary: 'Ends the session.',
    access: 'desk',
    staffAct: 'any',
    errors: [],
    rate: 'desk',
  },
  deskMe: {
    method: 'GET',
    path: '/me',
    summary: 'The member, their role, and what waits for them.',
    access: 'desk',
    staffAct: 'any',
    errors: [],
    rate: 'desk',
    polled: true,
  },
} as const satisfies EndpointRows;
