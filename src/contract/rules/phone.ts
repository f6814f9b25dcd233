import { limits } from '#contract/limits.ts';
import { codePoints, matches, required, type Rules } from './rule.ts';

/** 1, then 3 to 9, then 9 more digits (spec 5). */
export const phonePattern = /^1[3-9]\d{9}$/;

/**
 * Spec 5. `phone` is a number with the country code of another country: only numbers of Mainland China are supported.
 * The server adds `exists`, `not_exists`, `error`, `not_my` and `has_deepin`, and `phone` for a number that no carrier knows.
 */
export const phoneRules: Rules = [
  required,
  { name: 'phone', fails: (value) => /^(?:\+|00)(?!86)\d/.test(value) },
  { name: 'digits', fails: (value) => codePoints(value) !== limits.phoneDigits || /\D/.test(value) },
  matches('regex', phonePattern),
];
