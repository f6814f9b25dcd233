import type { Endpoints } from '#contract/endpoint.ts';

/** Requests that wait: their state, their end, and the acting link of their notices. */
export const claimsEndpoints = {
  claimStatus: {
    method: 'POST',
    path: '/claim/status',
    summary: 'The claim of this token, of this browser, or of the signed-in account; null without one.',
    access: 'account-or-visitor',
    errors: ['tokenError'],
    rate: 'claim',
    whenHeld: 'open',
  },
  stopClaim: {
    method: 'POST',
    path: '/claim/stop',
    summary: 'Stops a claim of the signed-in account, with a way that did not open it.',
    access: 'account',
    errors: ['tokenError', 'verificationNeeded'],
    rate: 'claim',
    whenHeld: 'open',
  },
  cancelClaim: {
    method: 'POST',
    path: '/claim/cancel',
    summary: 'Takes a claim back, by whoever opened it.',
    access: 'account-or-visitor',
    errors: ['tokenError', 'verificationNeeded'],
    rate: 'claim',
    whenHeld: 'open',
  },
  readNotice: {
    method: 'POST',
    path: '/notice/read',
    summary: 'What the notice of this link is about. Changes nothing.',
    access: 'visitor',
    errors: ['tokenError'],
    rate: 'claim',
  },
  answerNotice: {
    method: 'POST',
    path: '/notice/answer',
    summary:
      'Answers the notice of a link: stops the claim that it tells of, or freezes the account whose owner disowns the event. Where one more proof is due, without a code it sends one.',
    access: 'visitor',
    errors: [
      'tokenError',
      'verificationNeeded',
      'passwordWrong',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'smsCodeWrong',
      'smsCodeNotObtained',
      'codeLimit',
      'mailLimit',
      'configFail',
      'tooFrequent',
    ],
    encrypted: ['password', 'code'],
    rate: 'claim',
  },
} as const satisfies Endpoints;
