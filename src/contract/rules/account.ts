import { emailRules, normaliseEmail } from './email.ts';
import { normalisePhone, phonePattern } from './phone.ts';
import { firstFailing, required, type Rules } from './rule.ts';
import { usernameRules } from './username.ts';

const isEmail = (value: string) => firstFailing(emailRules, value) === undefined;

/** A phone or an email address: sign-in by code, and recovery (spec 5). Beside these the server knows `not_exists`. */
export const contactRules: Rules = [
  required,
  { name: 'regex', fails: (value) => (value.includes('@') ? !isEmail(value) : !phonePattern.test(value)) },
];

/** What an account can be named by at sign-in with a password: phone, email or username (spec 5, contract 5). */
export const accountRules: Rules = [
  required,
  {
    name: 'regex',
    fails: (value) =>
      value.includes('@') ? !isEmail(value) : !phonePattern.test(value) && firstFailing(usernameRules, value) !== undefined,
  },
];

/** As its kind is normalised: an email where there is an at-sign, a phone where only digits remain, else a username. */
export function normaliseAccount(value: string): string {
  const trimmed = normaliseEmail(value);
  if (trimmed.includes('@')) {
    return trimmed;
  }
  const phone = normalisePhone(value);
  return /^\+?\d*$/.test(phone) ? phone : trimmed;
}

/** What a normalised identifier is. */
export function accountKind(value: string): 'phone' | 'email' | 'username' {
  if (value.includes('@')) {
    return 'email';
  }
  return /^[a-z]/i.test(value) ? 'username' : 'phone';
}
