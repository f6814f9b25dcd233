import { limits } from '#contract/limits.ts';
import type { EndpointRows } from '#contract/endpoint.ts';

/** Freezing an account without a message. The way back out is that of `recovery`. */
export const containmentEndpoints = {
  freezeByWay: {
    method: 'POST',
    path: '/freeze',
    summary:
      'Freezes an account by one way, also by one that it had before: a code of scene freeze, the password with a captcha of that scene (once a day), a code of an authenticator app or of a sheet with such a captcha, a passkey, which names its account, or the ticket of a sign-in that goes no further.',
    access: 'visitor',
    act: 'freezeByWay',
    errors: [
      'smsCodeWrong',
      'smsCodeNotObtained',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'captchaFailed',
      'wrongCredentials',
      'stepCodeWrong',
      'passkeyUnknown',
      'passkeyRefused',
      'tooFrequent',
      'tokenError',
    ],
    encrypted: ['account', 'code', 'password'],
    bodyLimit: limits.passkeyBodyMaxBytes,
    rate: 'signIn',
  },
  freezeOwn: {
    method: 'POST',
    path: '/account/freeze',
    summary: 'Freezes the own account, and ends this session too. It needs no proof: it takes rights away alone.',
    access: 'account',
    act: 'freeze',
    errors: ['tokenError'],
    rate: 'write',
    endsSession: true,
  },
  sayWhy: {
    method: 'POST',
    path: '/freeze/why',
    summary: 'Says after a freeze what its owner believes has happened, by the ticket of the freeze: it sorts the list of the way back.',
    access: 'visitor',
    act: 'sayWhy',
    errors: ['tokenError'],
    rate: 'recovery',
  },
} as const satisfies EndpointRows;
