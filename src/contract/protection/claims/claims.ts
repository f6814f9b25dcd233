import type { EndpointRows } from '#contract/endpoint.ts';

/** Requests that wait: their state, their end, and the acting link of their notices. */
export const claimsEndpoints = {
  claimStatus: {
    method: 'POST',
    path: '/claim/status',
    summary: 'The claim of this token, of this browser, or of the signed-in account; null without one.',
    access: 'account-or-visitor',
    act: 'asks',
    errors: ['tokenError'],
    rate: 'claim',
    whenHeld: 'open',
  },
  openWait: {
    method: 'POST',
    path: '/claim/wait',
    summary:
      'Waits with an act of a protected account that takes two ways, instead of the second one: everybody who may own it is told and can stop it.',
    access: 'account',
    act: 'askWait',
    errors: ['lastWayIn', 'verificationNeeded', 'proofDoesNotCount'],
    rate: 'claim',
  },
  stopClaim: {
    method: 'POST',
    path: '/claim/stop',
    summary: 'Stops a claim: for the browser that opened it, and in a session of as many ways as opened it.',
    access: 'account-or-visitor',
    act: 'stopWait',
    errors: ['tokenError', 'verificationNeeded'],
    rate: 'claim',
  },
  readNotice: {
    method: 'POST',
    path: '/notice/read',
    summary: 'Tells the subject of the notice of this link. Changes nothing.',
    access: 'visitor',
    act: 'asks',
    errors: ['tokenError'],
    rate: 'claim',
  },
  answerNotice: {
    method: 'POST',
    path: '/notice/answer',
    summary:
      'Answers the notice of a link: stops the claim that it tells of, or freezes the account whose owner disowns the event. Where one more proof is due, without a code it sends one.',
    access: 'visitor',
    act: ['sayMe', 'stopWaitByLink', 'freezeByLink'],
    errors: [
      'tokenError',
      'verificationNeeded',
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
    ],
    encrypted: ['password', 'code'],
    rate: 'claim',
  },
} as const satisfies EndpointRows;
