import { limits } from '#contract/limits.ts';
import type { EndpointRows } from '#contract/endpoint.ts';

/** The second step of sign-in (contract section 5), with the ticket of refusal 3011. */
export const secondStepEndpoints = {
  signInSecondStep: {
    method: 'POST',
    path: '/login/second',
    summary:
      'Finishes a sign-in that needs a second proof, or continues one after a withdrawn deletion or a new password. Without a code it sends one to a phone or email.',
    access: 'visitor',
    act: 'signIn',
    errors: [
      'tokenError',
      'secondStepNeeded',
      'passwordWrong',
      'stepCodeWrong',
      'passkeyUnknown',
      'passkeyRefused',
      'smsCodeWrong',
      'smsCodeNotObtained',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'deletionPending',
      'codeLimit',
      'mailLimit',
      'configFail',
      'tooFrequent',
      'passwordLocked',
      'accountFrozen',
    ],
    encrypted: ['code', 'password'],
    bodyLimit: limits.passkeyBodyMaxBytes,
    rate: 'secondStep',
    beginsSession: true,
  },
} as const satisfies EndpointRows;
