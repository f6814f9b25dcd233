import type { EndpointRows } from '#contract/endpoint.ts';

/** Freezing an account without a message. The way back out is that of `recovery`. */
export const containmentEndpoints = {
  freezeByCode: {
    method: 'POST',
    path: '/freeze',
    summary: 'Freezes the account of a phone or an email, also of one that it had before, with a code of scene freeze.',
    access: 'visitor',
    act: 'freezeByCode',
    errors: ['smsCodeWrong', 'smsCodeNotObtained', 'emailCodeWrong', 'emailCodeNotObtained', 'tooFrequent', 'tokenError'],
    encrypted: ['account', 'code'],
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
} as const satisfies EndpointRows;
