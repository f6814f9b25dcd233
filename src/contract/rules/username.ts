import { limits } from '#contract/limits.ts';
import { matches, max, min, required, type Rules } from './rule.ts';

/** Spec 5. Beside these the server knows `exists`, `not_exists`, `block` and `sensitive`. */
export const usernameRules: Rules = [required, min(limits.usernameMin), max(limits.usernameMax), matches('regex', /^[a-z][a-z0-9_-]*$/)];

/** Without the white space around it. Upper case stays: the person must see that it is not allowed. */
export function normaliseUsername(value: string): string {
  return value.trim();
}
