import type { EndpointRows } from '#contract/endpoint.ts';

/** Authorized apps (spec 7, contract section 5). */
export const appsEndpoints = {
  listApps: {
    method: 'GET',
    path: '/oauthclient/list',
    summary: 'The apps that may use this account.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  showApp: {
    method: 'GET',
    path: '/oauthclient/:clientID',
    summary: 'One app that may use this account, as a list of one.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
  cancelApp: {
    method: 'POST',
    path: '/oauthclient/cancel',
    summary: 'Takes the authorization, or one scope of it, from an app; its tokens die at once.',
    access: 'account',
    act: 'cancelApp',
    errors: [],
    rate: 'write',
  },
} as const satisfies EndpointRows;
