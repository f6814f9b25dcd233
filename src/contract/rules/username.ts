import { limits } from '#contract/limits.ts';
import { matches, max, min, required, type Rules } from './rule.ts';

/** Spec 5. The server adds `exists`, `not_exists`, `block` and `sensitive`. */
export const usernameRules: Rules = [required, min(limits.usernameMin), max(limits.usernameMax), matches('regex', /^[a-z][a-z0-9_-]*$/)];
