import type { EndpointRows } from '#contract/endpoint.ts';

/** Kept data of an account. */
export const dataEndpoints = {
  listData: {
    method: 'GET',
    path: '/account/data',
    summary: 'Lists the data that is kept of the account, why and for how long, with the number of rows.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  listExports: {
    method: 'GET',
    path: '/account/exports',
    summary: 'The copies of the data of the last 90 days, and when the next may be asked for.',
    access: 'account',
    errors: [],
    rate: 'read',
    whenHeld: 'open',
  },
  requestExport: {
    method: 'POST',
    path: '/account/exports',
    summary: 'Asks for a copy; while one is under way, answers that one and spends no proof.',
    access: 'account',
    act: 'requestExport',
    errors: ['verificationNeeded', 'changeLimit', 'tooFrequent'],
    rate: 'write',
  },
  cancelExport: {
    method: 'POST',
    path: '/account/exports/cancel',
    summary: 'Cancels a copy, or removes one that is ready.',
    access: 'account',
    act: 'cancelExport',
    errors: [],
    rate: 'write',
  },
  openExport: {
    method: 'POST',
    path: '/account/exports/open',
    summary: 'Spends a proof for the address of a download: of this session, for 15 minutes and three openings.',
    access: 'account',
    act: 'downloadExport',
    errors: ['verificationNeeded'],
    rate: 'write',
  },
} as const satisfies EndpointRows;
