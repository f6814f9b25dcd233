import type { EndpointRows } from '#contract/endpoint.ts';

/** Truthful existence checks for the rules exists and not_exists (spec 5, contract section 5). */
export const checksEndpoints = {
  checkUsername: {
    method: 'POST',
    path: '/check/username',
    summary:
      'Whether this username belongs to an account; 1019 if a legacy account has it. Beyond a small budget it wants a captcha (3004 with `data.captcha`).',
    access: 'visitor',
    act: 'asks',
    errors: ['exists', 'captchaFailed', 'antiCheating', 'tooFrequent'],
    encrypted: ['username'],
    rate: 'check',
    captcha: 'afterBudget',
  },
  checkNickname: {
    method: 'POST',
    path: '/check/nickname',
    summary: 'Whether this nickname belongs to an account. Beyond a small budget it wants a captcha (3004 with `data.captcha`).',
    access: 'visitor',
    act: 'asks',
    errors: ['captchaFailed', 'antiCheating', 'tooFrequent'],
    encrypted: ['nickname'],
    rate: 'check',
    captcha: 'afterBudget',
  },
  checkEmail: {
    method: 'POST',
    path: '/check/email',
    summary: 'Whether this email belongs to an account. Beyond a small budget it wants a captcha (3004 with `data.captcha`).',
    access: 'visitor',
    act: 'asks',
    errors: ['legacyEmail', 'captchaFailed', 'antiCheating', 'tooFrequent'],
    encrypted: ['email'],
    rate: 'check',
    captcha: 'afterBudget',
  },
  checkPhone: {
    method: 'POST',
    path: '/check/phone',
    summary: 'Whether this phone belongs to an account. Beyond a small budget it wants a captcha (3004 with `data.captcha`).',
    access: 'visitor',
    act: 'asks',
    errors: ['legacyPhone', 'captchaFailed', 'antiCheating', 'tooFrequent'],
    encrypted: ['phone'],
    rate: 'check',
    captcha: 'afterBudget',
  },
} as const satisfies EndpointRows;
