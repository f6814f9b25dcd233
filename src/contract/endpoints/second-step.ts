import type { Endpoints } from '#contract/endpoint.ts';

/** The second step of sign-in (contract section 5). */
export const secondStepEndpoints = {
  signInSecondStep: {
    method: 'POST',
    path: '/login/second',
    summary: 'Finishes a sign-in that wants a second proof.',
    access: 'visitor',
    errors: [
      'tokenError',
      'smsCodeWrong',
      'smsCodeNotObtained',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'wrongCredentials',
      'deletionPending',
      'agreementChanged',
      'tooFrequent',
      'passwordLocked',
    ],
    encrypted: ['code'],
    rate: 'signIn',
  },
} as const satisfies Endpoints;
