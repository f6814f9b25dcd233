import { accountRules, contactRules } from './account.ts';
import { captchaRules } from './captcha.ts';
import { cardRules } from './card.ts';
import { codeRules, emailCodeRules, smsCodeRules } from './code.ts';
import { emailRules } from './email.ts';
import { nicknameRules } from './nickname.ts';
import { confirmRules, newPasswordRules, passwordRules } from './password.ts';
import { phoneRules } from './phone.ts';
import { itemRules } from './profile.ts';
import type { Rules } from './rule.ts';
import { usernameRules } from './username.ts';

/**
 * All rules that need only the value, by the name of its field. For tests and tools: forms and use cases import the
 * list that they need.
 */
export const localRules = {
  username: usernameRules,
  password: passwordRules,
  oldPassword: passwordRules,
  newPassword: newPasswordRules,
  confirm: confirmRules,
  email: emailRules,
  phone: phoneRules,
  account: accountRules,
  contact: contactRules,
  code: codeRules,
  smsCode: smsCodeRules,
  emailCode: emailCodeRules,
  nickname: nicknameRules,
  ...itemRules,
  captcha: captchaRules,
  card: cardRules,
} as const satisfies Record<string, Rules>;

/** Rules of spec 5 that only the server can check, by field. */
export const serverRules = {
  username: ['exists', 'not_exists', 'block', 'sensitive'],
  password: ['password'],
  oldPassword: ['oldPasswordInvalid', 'password'],
  newPassword: ['custom_password', 'common_password', 'breached_password'],
  email: ['exists', 'not_exists', 'invalid', 'activated', 'is_not', 'block', 'limit', 'error', 'not_my', 'has_deepin'],
  phone: ['exists', 'not_exists', 'phone', 'error', 'not_my', 'has_deepin'],
  code: ['code', 'notGetSMS', 'notGetObtain'],
  smsCode: ['code', 'notGetSMS'],
  emailCode: ['code', 'notGetObtain'],
  nickname: ['exists', 'sensitive'],
  captcha: ['captcha', 'code'],
} as const satisfies Record<string, readonly string[]>;
