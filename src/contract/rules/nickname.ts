import { limits } from '#contract/limits.ts';
import { max, min, required, type Rules } from './rule.ts';

/** Emoji parts that are invisible alone: the joiner between two symbols, and the selector after one. */
const emojiGlue =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?\u200d(?=\p{Extended_Pictographic})|(\p{Emoji}\p{Emoji_Modifier}?)\ufe0f/gu;

/** <>'&" and white space of spec 5, and invisible or unstorable text: ill-formed text, controls, formats, blanks. */
const forbidden = /[<>'&"\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** At least one letter, digit, sign or symbol: combining marks alone are not a name. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Spec 5, extended so that nicknames that look the same are the same, and none is invisible. The server adds `exists` and `sensitive`.
 */
export const nicknameRules: Rules = [
  required,
  min(limits.nicknameMin),
  max(limits.nicknameMax),
  { name: 'regex', fails: (value) => forbidden.test(value.replace(emojiGlue, '$1$2')) || !visible.test(value) },
];

/** In Unicode's composed form (NFC). White space stays, so that the person sees the failed rule. */
export function normalizeNickname(value: string): string {
  return value.normalize();
}
