import { limits } from '#contract/limits.ts';
import { matches, max, required, type Rules } from './rule.ts';

const atom = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])`;

/**
 * A dot-atom of at most 64 characters, then a domain of at least two labels; it may be international and does not end
 * in digits.
 */
const pattern = new RegExp(String.raw`^(?=[^@]{1,64}@)${atom}(?:\.${atom})*@(?:${label}?\.)+(?!\d+$)${label}$`, 'u');

/** Spec 5. The server adds `exists`, `not_exists`, `invalid`, `activated`, `block`, `limit`, `not_my`, `has_deepin`. */
export const emailRules: Rules = [
  required,
  matches('email', pattern),
  max(limits.emailMax),
  { name: 'is_not', fails: (value, { current }) => value.toLowerCase() === current?.toLowerCase() },
];
