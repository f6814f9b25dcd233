/// <reference types="vite/types/importMeta.d.ts" />
import { passwordRules } from './password.ts';
import { itemRules } from './profile.ts';
import type { Rules } from './rule.ts';

/** Lists that are of no field, with the reason. */
const apart: Readonly<Record<string, string>> = {
  requestTextRules: 'the form of requests has its own words',
  userCodeRules: 'one field of one page, which its own tests type into',
  addressRules: 'addresses of apps, which have refusals of their own (redirect.test.ts)',
  itemRules: 'one list for each item of a profile',
};

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./*.ts', '!./*.test.ts', '!./all.ts'], { eager: true });

const named = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, list]): [string, Rules][] =>
    name.endsWith('Rules') && Array.isArray(list) && !Object.hasOwn(apart, name) ? [[name.slice(0, -'Rules'.length), list]] : [],
  ),
);

/**
 * All rules that need only the value, by the name of its field: every list `<field>Rules` of this folder. For tests:
 * forms and use cases import the list that they need.
 */
export const localRules: Readonly<Record<string, Rules>> = { ...Object.fromEntries(named), ...itemRules, oldPassword: passwordRules };

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
