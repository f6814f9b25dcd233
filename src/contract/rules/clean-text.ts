import { inOneLine, unseen } from './clean.ts';

const symbol = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`;

/** Letters and marks of these scripts need joiners between them (Unicode Standard 23.2). */
const joiningScripts =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan';
const joining = `[${joiningScripts.replaceAll(/\w+ ?/g, (script) => String.raw`\p{Script=${script.trim()}}`)}]`;

/** Unseen signs that change the sign beside them: in emoji and flags, variants of Han, and scripts that join letters. */
const meant = [
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{2,6}\u{e007f}`,
  String.raw`${symbol}(?:\u200d${symbol}){0,15}`,
  String.raw`\p{Emoji}[\ufe0e\ufe0f]\u20e3?`,
  String.raw`\p{Script=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`${joining}\p{M}{0,8}[\u200c\u200d](?=${joining})`,
  String.raw`${joining}\p{M}{1,8}\u200d`,
].join('|');

const signs = new RegExp(`(${meant})|${unseen}`, 'gu');

/** A text of people without the signs that no one can see. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(signs, (_sign, kept?: string) => kept ?? '');
}

function lines(text: string): string {
  const each = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').split('\n');
  return each.map(withoutUnseen).join('\n').trim().normalize();
}

/** Names and free texts, as they are checked, sent and kept. */
export const cleanText = {
  /** White space inside stays, so that the person sees the failed rule. */
  nickname: (text: string): string => withoutUnseen(text).normalize(),
  /** A name from elsewhere, or of a thing, with single blanks. */
  name: (text: string): string => inOneLine(text, withoutUnseen).normalize(),
  /** A free text of several lines. */
  lines,
  /** A free text of one line. */
  line: (text: string): string => lines(text).replaceAll('\n', ' '),
} as const satisfies Readonly<Record<string, (text: string) => string>>;

/** A name in a message, where no program makes a link of it. */
export function nameInMessage(text: string): string {
  return cleanText.name(text).replaceAll(/[.\u2024\u3002\uff0e\uff61]/gu, '·');
}
