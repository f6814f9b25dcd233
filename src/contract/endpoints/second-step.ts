import type { Endpoints } from '#contract/endpoint.ts';

/** The second step of sign-in (contract section 5), with the ticket that 3011 brought. */
export const secondStepEndpoints = {
  signInSecondStep: {
    method: 'POST',
    path: '/login/second',
    summary: 'Finishes a sign-in that wants a second proof.',
    access: 'visitor',
    errors: ['tokenError', 'emailCodeWrong', 'emailCodeNotObtained', 'deletionPending', 'tooFrequent', 'passwordLocked'],
    encrypted: ['code'],
    rate: 'signIn',
  },
  sendSecondStepCode: {
    method: 'POST',
    path: '/login/second/send',
    summary: 'Sends the code of the second step again.',
    access: 'visitor',
    errors: ['tokenError', 'codeLimit', 'mailLimit', 'configFail'],
    rate: 'signIn',
  },
} as const satisfies Endpoints;
