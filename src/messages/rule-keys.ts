import { eachItem, isItem, itemRows, type ItemRow } from '#contract/account/profile/items.ts';
import type { rules } from '#messages/en/errors.ts';
import type { Filling } from './fill.ts';

/** A text of `{en,zh}/errors.ts`, or the one message of `notices.ts` that appears at a field. */
export type RuleMessageKey = keyof typeof rules | 'msg.badLogin';

/** Fields whose rules have the texts of another one. */
const likeOther: Readonly<Record<string, string>> = {
  oldPassword: 'password',
  newPassword: 'password',
  confirm: 'password',
  contact: 'account',
  smsCode: 'code',
  emailCode: 'code',
  validate: 'captcha',
};

/** Field → rule → text, where it is not `v.<field>.<rule>`: most often because several rules share a text. */
const shared: Readonly<Record<string, Readonly<Record<string, RuleMessageKey>>>> = {
  username: { min: 'v.username.len', max: 'v.username.len' },
  password: {
    min: 'v.password.len',
    max: 'v.password.len',
    chart_range: 'v.password.len',
    num_str: 'v.password.regex',
    custom_password: 'v.password.custom',
    common_password: 'v.password.common',
    breached_password: 'v.password.breached',
    oldPasswordInvalid: 'v.password.old',
  },
  confirm: { required: 'v.confirm.required' },
  email: { email: 'v.email.format', max: 'v.email.format', error: 'v.phone.error', has_deepin: 'v.email.legacy' },
  phone: { digits: 'v.phone.regex', is_not: 'v.phone.exists', has_deepin: 'v.phone.legacy' },
  account: { regex: 'v.account.format', max: 'v.account.format' },
  /** Sign-in: account or password is wrong, without naming which (3007). */
  credentials: { wrong: 'msg.badLogin' },
  code: {
    length: 'v.code.wrong',
    regex: 'v.code.wrong',
    code: 'v.code.wrong',
    notGet: 'v.phone.code',
    notGetSMS: 'v.code.sms',
    notGetObtain: 'v.code.email',
  },
  /** Codes of an authenticator app, and on paper (3027). */
  step: { wrong: 'ts.wrong', used: 'ts.used' },
  userCode: { regex: 'v.userCode.wrong', code: 'v.userCode.wrong' },
  captcha: { required: 'v.captcha', captcha: 'v.captcha', code: 'v.captcha' },
  nickname: { min: 'v.nickname.len', max: 'v.nickname.len' },
  agreement: { required: 'v.agree' },
  merge: { required: 'v.merge' },
  choice: { required: 'v.choice' },
  reason: { required: 'v.reason' },
  ...eachItem({
    text: () => ({ max: 'v.text.max' }) as const,
    year: () => ({ regex: 'v.year' }) as const,
    date: () => ({ regex: 'v.birthday', date: 'v.birthday.date', min: 'v.birthday', max: 'v.birthday.future' }) as const,
    choice: () => ({}) as const,
    code: () => ({}) as const,
  }),
};

/**
 * Text of a failed rule of a field; `has` knows the texts that are there. An unknown name, from a newer server, gets a
 * general text.
 */
export function ruleMessageKey<Key extends string>(field: string, rule: string, has: (key: string) => key is Key): Key | RuleMessageKey {
  const own = Object.hasOwn(shared, field) ? shared[field] : undefined;
  if (own !== undefined && Object.hasOwn(own, rule)) return own[rule] ?? 'v.invalid';
  const other = Object.hasOwn(likeOther, field) ? likeOther[field] : undefined;
  if (other !== undefined) return ruleMessageKey(other, rule, has);
  const key = `v.${field}.${rule}`;
  return has(key) ? key : 'v.invalid';
}

/** Values of the text of a failed rule: the longest text of a profile item. */
export function ruleMessageValues(field: string): Filling {
  const row: ItemRow | undefined = isItem(field) ? itemRows[field] : undefined;
  return row?.kind === 'text' ? { max: row.max } : {};
}
