import { limits } from '#contract/limits.ts';
import { codePoints, matches, required, type Rule, type Rules } from './rule.ts';

/** A one-time code (spec 5). `code` is the server's rule for a wrong one. */
export const codeRules: Rules = [
  required,
  { name: 'length', fails: (value) => codePoints(value) !== limits.codeDigits },
  matches('regex', /^\d+$/),
];

/** A code that was typed before any was requested ('Please get the verification code'). */
const requested: Rule = { name: 'notGet', fails: (_value, context) => context.requested === false };

/** A code by SMS, in the form that requested it. The server adds `notGetSMS`: it has none for this phone (1013). */
export const smsCodeRules: Rules = [...codeRules, requested];

/** A code by mail, in the form that requested it. The server adds `notGetObtain` (1014). */
export const emailCodeRules: Rules = [...codeRules, requested];
