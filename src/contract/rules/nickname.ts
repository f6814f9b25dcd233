import { limits } from '#contract/limits.ts';
import { withoutUnseen } from './clean-text.ts';
import { max, min, required, type Rules } from './rule.ts';

/** At least one letter, digit, sign or symbol: combining marks without them are no name. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Spec 5, extended so that every sign of a nickname can be seen. The server adds `exists` and `sensitive`. */
export const nicknameRules: Rules = [
  required,
  min(limits.nicknameMin),
  max(limits.nicknameMax),
  // A byte order mark is white space to JavaScript, and no one can see it.
  { name: 'regex', fails: (value) => /[<>'&"]|[^\S\ufeff]/u.test(value) },
  { name: 'invisible', fails: (value) => withoutUnseen(value) !== value || !visible.test(value) },
];
