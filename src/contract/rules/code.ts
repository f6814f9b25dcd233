import { limits } from '#contract/limits.ts';
import { codePoints, halfWidth, matches, required, type Rule, type Rules } from './rule.ts';

/** A one-time code (spec 5). `code` is the server's rule for a wrong one. */
export const codeRules: Rules = [
  required,
  { name: 'length', fails: (value) => codePoints(value) !== limits.codeDigits },
  matches('regex', /^\d+$/),
];

const notRequested = (name: string): Rule => ({ name, fails: (_value, { requested }) => requested === false });

/** A code by SMS, in the form that requested it. */
export const smsCodeRules: Rules = [...codeRules, notRequested('notGetSMS')];

/** A code by mail, in the form that requested it. */
export const emailCodeRules: Rules = [...codeRules, notRequested('notGetObtain')];

/** Full-width digits as ASCII, without white space. */
export function normalizeCode(value: string): string {
  return halfWidth(value).replace(/\s/g, '');
}

const pasted = new RegExp(String.raw`\d{${limits.codeDigits}}`);

/** The code in a pasted text: the first run of digits that is long enough, or the normalized text without one. */
export function pastedCode(value: string): string {
  return pasted.exec(halfWidth(value))?.[0] ?? normalizeCode(value);
}
