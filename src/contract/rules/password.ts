import { limits } from '#contract/limits.ts';
import { matches, max, min, required, type Rules } from './rule.ts';

/**
 * A new password (spec 5). Printable ASCII with the space: a phrase is a good password. `custom_password` is also the
 * text for a password equal to the old one. The server adds three: `common_password` for a password that is
 * on lists or follows a pattern, `breached_password` for one that was published elsewhere, and `custom_password` for one
 * made of the account's own names.
 */
export const newPasswordRules: Rules = [
  required,
  min(limits.passwordMin),
  max(limits.passwordMax),
  matches('zzts', /^[ -~]*$/),
  matches('num_str', /^(?=.*[A-Za-z])(?=.*[0-9])/),
  { name: 'custom_password', fails: (value, { current }) => value === current },
];

/** A current password: anything that was ever valid. */
export const passwordRules: Rules = [required];

/** The confirmation of a new password. */
export const confirmRules: Rules = [
  required,
  { name: 'confirmed', fails: (value, { password }) => password !== undefined && value !== password },
];
