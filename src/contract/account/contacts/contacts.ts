import type { EndpointRows } from '#contract/endpoint.ts';

/**
 * Phone and email of an account: bind, change, unbind, and undo of such a change (spec 7, contract sections 3 and 5).
 */
export const contactsEndpoints = {
  updatePhone: {
    method: 'POST',
    path: '/update/phone',
    summary: 'Binds a phone or replaces it, with a code that went to the new one; an empty phone without a code unbinds it.',
    access: 'account',
    act: ['bindPhone', 'changePhone', 'unbindPhone'],
    errors: ['phoneExists', 'legacyPhone', 'smsCodeWrong', 'smsCodeNotObtained', 'verificationNeeded', 'lastWayIn', 'tooFrequent'],
    encrypted: ['phone', 'code'],
    rate: 'credential',
    renewsSession: true,
  },
  updateEmail: {
    method: 'POST',
    path: '/update/email',
    summary: 'Binds an email address or replaces it, with a code that went to the new one; an empty address without a code unbinds it.',
    access: 'account',
    act: ['bindEmail', 'changeEmail', 'unbindEmail'],
    errors: ['emailExists', 'legacyEmail', 'emailCodeWrong', 'emailCodeNotObtained', 'verificationNeeded', 'lastWayIn', 'tooFrequent'],
    encrypted: ['email', 'code'],
    rate: 'credential',
    renewsSession: true,
  },
  activateEmail: {
    method: 'POST',
    path: '/update/activate',
    summary: 'Binds a new email address with the link that it got, instead of the code.',
    access: 'account-or-visitor',
    act: ['bindEmail', 'changeEmail'],
    errors: ['tokenError', 'emailExists', 'deletionPending', 'passwordLocked', 'accountFrozen'],
    rate: 'signIn',
    renewsSession: true,
  },
} as const satisfies EndpointRows;
