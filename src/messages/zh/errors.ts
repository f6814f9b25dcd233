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
  exists: '此内容已被使用',
  legacyPhone: rules['v.phone.legacy'],
  legacyEmail: rules['v.email.legacy'],
  tokenError: notices['toast.1022'],
  updateLimit: notices['toast.1024'],
  sensitiveWords: '内容不符合要求，请更换其他内容',
  wechatUsed: notices['toast.1026'],
  avatarRefused: notices['toast.1027'],
  overtime: notices['toast.2000'],

  verificationNeeded: '请先验证身份',
  deletionPending: '此账号正在注销中',
  passwordChangedRecently: notices['msg.pwdRecent'],
  tooFrequent: notices['msg.freq'],
  signUpLimit: notices['msg.signupLimit'],
  lastWayIn: '请至少保留一种登录方式',
  wrongCredentials: notices['msg.badLogin'],
  captchaFailed: notices['msg.captchaFail'],
  mailLimit: notices['msg.mailLimit'],
  agreementChanged: '协议内容已更新',
  secondStepNeeded: '需要进行两步验证',
  changeLimit: '请在所示日期之后再试',
  socialStateInvalid: notices['msg.respTimeout'],
  socialAlreadyBound: '此社交账号已绑定其他账号',
  unsafeRegistration: notices['msg.unsafe'],
  passkeyUnknown: '此通行密钥已不再关联任何账号',
  passkeyRefused: '通行密钥验证未通过',
  tooMany: '已达到数量上限',
  passwordLocked: notices['toast.4010'],
} as const satisfies Record<RefusalName, string>;

/** Texts of refusals with a known duration. */
export const timedErrors = {
  codeLimit: '验证码获取次数过多，请在{wait}后再试',
  mailLimit: '邮件获取次数过多，请在{wait}后再试',
} as const satisfies Partial<Record<RefusalName, string>>;
