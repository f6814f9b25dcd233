import type { EndpointRows } from '#contract/endpoint.ts';

/**
 * Sending one-time codes (spec 7, contract sections 3 and 5). `:purpose` is register or login; the body may name another
 * scene.
 */
export const codesEndpoints = {
  sendSms: {
    method: 'POST',
    path: '/captcha/sms/send/:purpose',
    summary: 'Sends a code by SMS to a visitor. Purpose login answers the same for unknown numbers.',
    access: 'visitor',
    act: 'asks',
    errors: ['phoneExists', 'phoneNotExists', 'legacyPhone', 'captchaFailed', 'antiCheating', 'codeLimit', 'tooFrequent', 'configFail'],
    encrypted: ['phone'],
    rate: 'sendCode',
    captcha: true,
  },
  sendEmail: {
    method: 'POST',
    path: '/captcha/email/send/:purpose',
    summary: 'Sends a code by mail to a visitor. Purpose login answers the same for unknown addresses.',
    access: 'visitor',
    act: 'asks',
    errors: [
      'emailExists',
      'emailNotExists',
      'legacyEmail',
      'captchaFailed',
      'antiCheating',
      'codeLimit',
      'mailLimit',
      'tooFrequent',
      'configFail',
    ],
    encrypted: ['email'],
    rate: 'sendCode',
    captcha: true,
  },
  sendAccountSms: {
    method: 'POST',
    path: '/captcha/account/sms/send/:purpose',
    summary: 'Sends a code by SMS to the own phone (verify, delete, upgrade) or to a new one (bind).',
    access: 'account-or-ticket',
    act: 'asks',
    errors: ['phoneExists', 'phoneNotExists', 'legacyPhone', 'codeLimit', 'tooFrequent', 'configFail', 'verificationNeeded', 'tokenError'],
    encrypted: ['phone'],
    rate: 'credential',
    whenHeld: 'open',
  },
  sendAccountEmail: {
    method: 'POST',
    path: '/captcha/account/email/send/:purpose',
    summary: 'Sends a code by mail to the own address (verify, delete, upgrade) or to a new one (bind).',
    access: 'account-or-ticket',
    act: 'asks',
    errors: [
      'emailExists',
      'emailNotExists',
      'legacyEmail',
      'codeLimit',
      'mailLimit',
      'tooFrequent',
      'configFail',
      'verificationNeeded',
      'tokenError',
    ],
    encrypted: ['email'],
    rate: 'credential',
    whenHeld: 'open',
  },
} as const satisfies EndpointRows;
