import type { EndpointRows } from '#contract/endpoint.ts';

/**
 * Getting back into an account with two-step verification, with a ticket of refusal 3011, or into a frozen one, with a
 * ticket of refusal 3016: two ways from different devices, or a claim that waits.
 */
export const recoveryEndpoints = {
  proveRecovery: {
    method: 'POST',
    path: '/recovery/prove',
    summary: 'Shows one more way of the account; without a method it says what is shown, without a code it sends one.',
    access: 'visitor',
    act: 'asks',
    errors: [
      'tokenError',
      'passwordWrong',
      'stepCodeWrong',
      'passkeyUnknown',
      'passkeyRefused',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'smsCodeWrong',
      'smsCodeNotObtained',
      'codeLimit',
      'mailLimit',
      'configFail',
      'tooFrequent',
      'claimNotDue',
    ],
    encrypted: ['password', 'code'],
    rate: 'signIn',
  },
  finishRecovery: {
    method: 'POST',
    path: '/recovery/finish',
    summary: 'Sets a new password, removes every way that is not kept, ends a freeze, and signs in.',
    access: 'visitor',
    act: 'recover',
    errors: ['tokenError', 'proofDoesNotCount', 'claimNotDue', 'lastWayIn', 'passwordLocked', 'deletionPending'],
    encrypted: ['newPassword'],
    rate: 'recovery',
    beginsSession: true,
  },
  openRecoveryClaim: {
    method: 'POST',
    path: '/recovery/claim',
    summary: 'Waits instead of a second way: every phone and email of the account is told, and its owner can stop it.',
    access: 'visitor',
    act: 'claimRecovery',
    errors: ['tokenError', 'proofDoesNotCount'],
    rate: 'recovery',
  },
  askDeskForRecovery: {
    method: 'POST',
    path: '/recovery/desk',
    summary: 'A number for our support, where what was shown is too little to get back in; there is none without a desk.',
    access: 'visitor',
    act: 'asks',
    errors: ['tokenError', 'proofDoesNotCount'],
    rate: 'recovery',
  },
} as const satisfies EndpointRows;
