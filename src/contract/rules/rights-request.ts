import { limits } from '#contract/limits.ts';
import { max, required, type Rules } from './rule.ts';

/** The text of a request about one's data, and of each answer in its thread. */
export const requestTextRules: Rules = [required, max(limits.requestTextMax)];
