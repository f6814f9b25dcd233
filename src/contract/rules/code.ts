import { limits } from '#contract/limits.ts';
import { codePoints, halfWidth, matches, required, type Rule, type Rules } from './rule.ts';

/** A one-time code (spec 5). `code` is the server's: the wrong one. */
export const codeRules: Rules = [
  required,
  { name: 'length', fails: (value) => codePoints(value) !== limits.codeDigits },
  matches('regex', /^\d+$/),
];

const notRequested = (name: string): Rule => ({ name, fails: (_value, { requested }) => requested === false });

/** A code that came by SMS, in the form that asked for it. */
export const smsCodeRules: Rules = [...codeRules, notRequested('notGetSMS')];

/** A code that came by mail, in the form that asked for it. */
export const emailCodeRules: Rules = [...codeRules, notRequested('notGetObtain')];

/** Full-width digits as ASCII, without white space. */
export function normaliseCode(value: string): string {
  return halfWidth(value).replace(/\s/g, '');
}

const pasted = new RegExp(String.raw`\d{${limits.codeDigits}}`);

/** What a paste into the code field means: the first consecutive digits that are enough for a code, or the normalised text without them. */
export function pastedCode(value: string): string {
  return pasted.exec(halfWidth(value))?.[0] ?? normaliseCode(value);
}
