import type { EndpointRows } from '#contract/endpoint.ts';

/** Identity proof before sensitive actions (contract sections 3 and 5). */
export const identityProofEndpoints = {
  authenticate: {
    method: 'POST',
    path: '/account/auth',
    summary: 'Proves in this session who the caller is, for at most 10 minutes.',
    access: 'account-or-ticket',
    act: 'asks',
    errors: [
      'passwordWrong',
      'stepCodeWrong',
      'passkeyUnknown',
      'passkeyRefused',
      'smsCodeWrong',
      'smsCodeNotObtained',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'tokenError',
      'verificationNeeded',
      'tooFrequent',
      'passwordLocked',
    ],
    encrypted: ['password', 'code'],
    rate: 'credential',
    renewsSession: true,
    whenHeld: 'open',
  },
} as const satisfies EndpointRows;
