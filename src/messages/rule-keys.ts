import { eachItem, isItem, itemRows, type ItemRow } from '#contract/account/profile/items.ts';
import type { rules } from '#messages/en/rules.ts';
import type { Filling } from './fill.ts';

/** A text of `{en,zh}/rules.ts`, or the one message of `notices.ts` that appears at a field. */
export type RuleMessageKey = keyof typeof rules | 'msg.badLogin';

const password = {
  required: 'v.password.required',
  min: 'v.password.len',
  max: 'v.password.len',
  chart_range: 'v.password.len',
  regex: 'v.password.regex',
  num_str: 'v.password.regex',
  custom_password: 'v.password.custom',
  common_password: 'v.password.common',
  breached_password: 'v.password.breached',
  confirmed: 'v.password.confirmed',
  password: 'v.password.password',
  oldPasswordInvalid: 'v.password.old',
  zzts: 'v.password.zzts',
} as const;

const account = { required: 'v.account.required', regex: 'v.account.format', max: 'v.account.format' } as const;

const code = {
  required: 'v.code.required',
  length: 'v.code.wrong',
  regex: 'v.code.wrong',
  code: 'v.code.wrong',
  notGet: 'v.phone.code',
  notGetSMS: 'v.code.sms',
  notGetObtain: 'v.code.email',
} as const;

const captcha = { required: 'v.captcha', captcha: 'v.captcha', code: 'v.captcha' } as const;

/** Items of a profile. */
const ofItems = eachItem({
  text: () => ({ max: 'v.text.max' }) as const,
  year: () => ({ regex: 'v.year' }) as const,
  date: () => ({ regex: 'v.birthday', date: 'v.birthday.date', min: 'v.birthday', max: 'v.birthday.future' }) as const,
  choice: () => ({}) as const,
  code: () => ({}) as const,
});

/** Field → rule → text, by the names of spec 5; several rules can share a text. */
export const ruleMessageKeys = {
  username: {
    required: 'v.username.required',
    min: 'v.username.len',
    max: 'v.username.len',
    regex: 'v.username.regex',
    exists: 'v.username.exists',
    not_exists: 'v.username.not_exists',
    block: 'v.username.block',
    sensitive: 'v.username.sensitive',
  },
  password,
  oldPassword: password,
  newPassword: password,
  confirm: { ...password, required: 'v.confirm.required' },
  email: {
    required: 'v.email.required',
    email: 'v.email.format',
    max: 'v.email.format',
    exists: 'v.email.exists',
    not_exists: 'v.email.not_exists',
    invalid: 'v.email.invalid',
    activated: 'v.email.activated',
    is_not: 'v.email.is_not',
    block: 'v.email.block',
    limit: 'v.email.limit',
    error: 'v.phone.error',
    not_my: 'v.email.not_my',
    has_deepin: 'v.email.legacy',
  },
  phone: {
    required: 'v.phone.required',
    digits: 'v.phone.regex',
    regex: 'v.phone.regex',
    exists: 'v.phone.exists',
    is_not: 'v.phone.exists',
    not_exists: 'v.phone.not_exists',
    phone: 'v.phone.phone',
    code: 'v.phone.code',
    error: 'v.phone.error',
    not_my: 'v.phone.not_my',
    has_deepin: 'v.phone.legacy',
  },
  account,
  /** Sign-in: account or password is wrong, without naming which (3007). */
  credentials: { wrong: 'msg.badLogin' },
  contact: account,
  code,
  smsCode: code,
  /** Codes of an authenticator app, and on paper (3027). */
  step: { wrong: 'ts.wrong', used: 'ts.used' },
  userCode: { required: 'v.userCode.required', regex: 'v.userCode.wrong', code: 'v.userCode.wrong' },
  emailCode: code,
  captcha,
  validate: captcha,
  nickname: {
    required: 'v.nickname.required',
    min: 'v.nickname.len',
    max: 'v.nickname.len',
    regex: 'v.nickname.regex',
    invisible: 'v.nickname.invisible',
    exists: 'v.nickname.exists',
    sensitive: 'v.nickname.sensitive',
  },
  ...ofItems,
  avatar: { type: 'v.avatar.type', size: 'v.avatar.size' },
  agreement: { required: 'v.agree' },
  merge: { required: 'v.merge' },
  choice: { required: 'v.choice' },
  reason: { required: 'v.reason' },
  card: { luhn: 'v.card.luhn' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RuleMessageKey>>>>;

const keys: Readonly<Record<string, Readonly<Record<string, RuleMessageKey>>>> = ruleMessageKeys;

/** Text of a failed rule of a field. An unknown name, from a newer server, gets a general text. */
export function ruleMessageKey(field: string, rule: string): RuleMessageKey {
  const texts = Object.hasOwn(keys, field) ? keys[field] : undefined;
  return (texts && Object.hasOwn(texts, rule) ? texts[rule] : undefined) ?? 'v.invalid';
}

/** Values of the text of a failed rule: the longest text of a profile item. */
export function ruleMessageValues(field: string): Filling {
  const row: ItemRow | undefined = isItem(field) ? itemRows[field] : undefined;
  return row?.kind === 'text' ? { max: row.max } : {};
}
