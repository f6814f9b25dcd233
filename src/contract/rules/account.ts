import { emailRules } from './email.ts';
import { phonePattern } from './phone.ts';
import { firstFailing, required, type Rules } from './rule.ts';
import { usernameRules } from './username.ts';

const isEmail = (value: string) => firstFailing(emailRules, value) === undefined;

/** A phone or an email: sign-in by code, and recovery (spec 5). The server adds `not_exists`. */
export const contactRules: Rules = [
  required,
  { name: 'regex', fails: (value) => (value.includes('@') ? !isEmail(value) : !phonePattern.test(value)) },
];

/** Identifier of a sign-in with password: phone, email or username (spec 5, contract 5). */
export const accountRules: Rules = [
  required,
  {
    name: 'regex',
    fails: (value) =>
      value.includes('@') ? !isEmail(value) : !phonePattern.test(value) && firstFailing(usernameRules, value) !== undefined,
  },
];

/** Kind of a normalized identifier. */
export function accountKind(value: string): 'phone' | 'email' | 'username' {
  if (value.includes('@')) {
    return 'email';
  }
  return /^[a-z]/i.test(value) ? 'username' : 'phone';
}
