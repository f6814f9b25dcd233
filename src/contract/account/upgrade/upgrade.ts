import type { EndpointRows } from '#contract/endpoint.ts';

/** Upgrade and merge of legacy accounts (spec 7, contract section 5). */
export const upgradeEndpoints = {
  findUpgradeAccounts: {
    method: 'POST',
    path: '/register/search',
    summary:
      'Legacy and new accounts of a phone or an email address that a code has proven, masked. `own` names a contact of the signed-in account instead.',
    access: 'account-or-visitor',
    act: 'asks',
    errors: [
      'smsCodeWrong',
      'smsCodeNotObtained',
      'emailCodeWrong',
      'emailCodeNotObtained',
      'phoneNotExists',
      'emailNotExists',
      'tooFrequent',
    ],
    encrypted: ['phone', 'email', 'code'],
    rate: 'credential',
  },
  bindLegacyAccount: {
    method: 'POST',
    path: '/register/binddeepin',
    summary:
      'Shows what an upgrade or a merge does, upgrades a legacy account, merges it into the chosen account, or takes a contact from it.',
    access: 'account-or-visitor',
    act: ['upgradeAccount', 'mergeAccounts'],
    errors: [
      'tokenError',
      'verificationNeeded',
      'phoneExists',
      'emailExists',
      'agreementMissing',
      'agreementChanged',
      'deletionPending',
      'passwordLocked',
      'accountFrozen',
      'captchaFailed',
      'antiCheating',
      'signUpLimit',
      'tooFrequent',
      'claimOpen',
    ],
    encrypted: ['password'],
    rate: 'credential',
    captcha: 'afterBudget',
    beginsSession: true,
  },
  undoLegacyMerge: {
    method: 'POST',
    path: '/register/undobinddeepin',
    summary: 'Takes a merge back with the mailed link: names and the legacy account return, contacts and passwords stay as they are.',
    access: 'visitor',
    act: 'undoMerge',
    errors: ['tokenError', 'passwordLocked'],
    rate: 'signIn',
  },
} as const satisfies EndpointRows;
