import type { Endpoints } from '#contract/endpoint.ts';

/** The second step of sign-in (contract section 5), with the ticket of refusal 3011. */
export const secondStepEndpoints = {
  signInSecondStep: {
    method: 'POST',
    path: '/login/second',
    summary: 'Finishes a sign-in that wants a second proof; without a code it sends one again.',
    access: 'visitor',
    errors: [
      'tokenError',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'deletionPending',
      'codeLimit',
      'mailLimit',
      'configFail',
      'tooFrequent',
      'passwordLocked',
    ],
    encrypted: ['code'],
    rate: 'signIn',
    beginsSession: true,
  },
} as const satisfies Endpoints;
