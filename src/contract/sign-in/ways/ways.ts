import type { EndpointRows } from '#contract/endpoint.ts';

/** Ways of an account: everything that proves the identity. */
export const waysEndpoints = {
  listWays: {
    method: 'GET',
    path: '/ways',
    summary: 'The ways of the account, what each stands for, and former ones that still recover it.',
    access: 'account',
    errors: [],
    rate: 'read',
  },
} as const satisfies EndpointRows;
