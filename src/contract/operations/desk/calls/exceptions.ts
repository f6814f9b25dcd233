import type { EndpointRows } from '#contract/endpoint.ts';

/** Exceptional access to one account, and accounts that belong to nobody. */
export const deskExceptionsEndpoints = {
  deskExceptions: {
    method: 'GET',
    path: '/exceptions',
    summary: 'Exceptional access that can be confirmed, is open, or waits for an auditor.',
    access: 'desk',
    staffAct: 'exception.list',
    errors: [],
    rate: 'desk',
  },
  deskAskException: {
    method: 'POST',
    path: '/break-glass',
    summary: 'Asks for exceptional access to the account of a look. Another member confirms it within ten minutes.',
    access: 'desk',
    staffAct: 'exception.ask',
    errors: ['passkeyRefused', 'passkeyUnknown', 'stepCodeWrong', 'deskChanged', 'caseNeeded', 'ownAccount'],
    rate: 'desk',
  },
  deskConfirmException: {
    method: 'POST',
    path: '/break-glass/confirm',
    summary: 'Opens exceptional access of another member for half an hour.',
    access: 'desk',
    staffAct: 'exception.confirm',
    errors: ['passkeyRefused', 'passkeyUnknown', 'stepCodeWrong', 'deskChanged', 'ownAccount'],
    rate: 'desk',
  },
  deskReviewException: {
    method: 'POST',
    path: '/exceptions/review',
    summary: 'Notes that an auditor has looked at exceptional access once it was over.',
    access: 'desk',
    staffAct: 'exception.review',
    errors: ['deskChanged'],
    rate: 'desk',
  },
  deskAddBait: {
    method: 'POST',
    path: '/baits',
    summary: 'Asks another auditor to mark an account that belongs to nobody. A look at it is an alarm.',
    access: 'desk',
    staffAct: 'bait.add',
    errors: ['deskChanged', 'secondPersonNeeded'],
    rate: 'desk',
  },
} as const satisfies EndpointRows;
