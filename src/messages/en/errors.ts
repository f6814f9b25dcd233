import type { RefusalName } from '#contract/errors.ts';
import { notices } from './notices.ts';
import { rules } from './rules.ts';

/** Texts of refusals: `msg` of the envelope (spec 8, contract 4). Clients show it; they do not load this file. */
export const errors = {
  badRequest: notices['toast.400'],
  unauthorized: notices['msg.expired'],
  forbidden: notices['toast.403'],
  notFound: notices['toast.404'],
  payloadTooLarge: notices['toast.400'],
  tooManyRequests: notices['msg.freq'],
  serverError: notices['toast.500'],
  unavailable: notices['toast.500'],
  gatewayTimeout: notices['toast.504'],

  unknown: notices['toast.1000'],
  usernameExists: rules['v.username.exists'],
  emailExists: rules['v.email.exists'],
  emailNotExists: rules['v.email.not_exists'],
  emailCodeWrong: rules['v.code.wrong'],
  phoneExists: rules['v.phone.exists'],
  phoneNotExists: rules['v.phone.not_exists'],
  smsCodeWrong: rules['v.code.wrong'],
  configFail: notices['toast.1008'],
  agreementMissing: rules['v.agree'],
  antiCheating: notices['toast.1010'],
  codeLimit: notices['toast.1011'],
  oldPasswordInvalid: rules['v.password.old'],
  smsCodeNotObtained: rules['v.code.sms'],
  emailCodeNotObtained: rules['v.code.email'],
  passwordWrong: rules['v.password.password'],
  nicknameExists: rules['v.nickname.exists'],
  exists: 'This value is already in use',
  legacyPhone: rules['v.phone.legacy'],
  legacyEmail: rules['v.email.legacy'],
  tokenError: notices['toast.1022'],
  updateLimit: notices['toast.1024'],
  sensitiveWords: 'This text does not meet requirements, try another one please.',
  wechatUsed: notices['toast.1026'],
  avatarRefused: notices['toast.1027'],
  overtime: notices['toast.2000'],

  verificationNeeded: 'Please verify your identity first',
  deletionPending: 'This account is being deleted',
  passwordChangedRecently: notices['msg.pwdRecent'],
  tooFrequent: notices['msg.freq'],
  signUpLimit: notices['msg.signupLimit'],
  lastWayIn: 'Keep at least one way to sign in',
  wrongCredentials: notices['msg.badLogin'],
  captchaFailed: notices['msg.captchaFail'],
  mailLimit: notices['msg.mailLimit'],
  agreementChanged: 'The terms have been updated',
  secondStepNeeded: 'Two-step verification is required',
  changeLimit: 'Not available until the date shown',
  socialStateInvalid: notices['msg.respTimeout'],
  socialAlreadyBound: 'This account is already linked to another ID',
  unsafeRegistration: notices['msg.unsafe'],
  passkeyUnknown: 'This passkey is no longer linked to an account',
  passkeyRefused: 'That passkey did not work',
  tooMany: 'You have reached the limit',
  passwordLocked: notices['toast.4010'],
} as const satisfies Record<RefusalName, string>;

/** Texts of refusals with a known duration. */
export const timedErrors = {
  codeLimit: 'Too many codes have been requested. Try again in {wait}',
  mailLimit: 'Too many emails have been requested. Try again in {wait}',
} as const satisfies Partial<Record<RefusalName, string>>;
