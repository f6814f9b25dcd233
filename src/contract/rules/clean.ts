import { limits } from '#contract/limits.ts';

/** Invisible characters: controls, signs of direction, blanks, ends of lines, and lost bytes. */
export const unseen = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]`;

const allUnseen = new RegExp(unseen, 'gu');

/** With single blanks, and each end of a line as one. A byte order mark is white space to JavaScript, and no blank. */
export function inOneLine(text: string, without: (text: string) => string): string {
  return without(text.replaceAll(/[\t-\r\u0085\u2028\u2029]/gu, ' '))
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A text for machines: full-width and other variants as the usual signs (NFKC), single blanks, nothing unseen. */
function bare(text: string): string {
  return inOneLine(text.normalize('NFKC'), (all) => all.replaceAll(allUnseen, ''));
}

/** Digits of any script as ASCII. Unicode has ten in a row for each. */
function withDigits(text: string): string {
  return bare(text).replaceAll(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1;
    return String(value);
  });
}

/**
 * The code in a text: the only run of exactly six digits, else the only one with spaces or hyphens inside. Without one,
 * the text without its separators, so that a rule says what is wrong.
 */
function code(text: string): string {
  const typed = withDigits(text);
  const compact = (run: string): string => run.replaceAll(/[\s\p{Dash}]/gu, '');
  if (/^[\d\s\p{Dash}]*$/u.test(typed) && compact(typed).length <= limits.codeDigits) return compact(typed);
  for (const run of [/\d+/g, /\d(?:[\s\p{Dash}]*\d)*/gu]) {
    const runs = new Set((typed.match(run) ?? []).map(compact).filter(({ length }) => length === limits.codeDigits));
    const [only, ...others] = runs;
    if (only !== undefined) return others.length === 0 ? only : compact(typed);
  }
  return compact(typed);
}

function email(text: string): string {
  // Input methods write the full stop of Chinese.
  return bare(text).replaceAll('\u3002', '.');
}

function phone(text: string): string {
  const compact = withDigits(text).replaceAll(/[\s.()\p{Dash}]/gu, '');
  return compact.length >= limits.phoneDigits ? compact.replace(/^(?:\+|00)?86/, '') : compact;
}

function account(text: string): string {
  const mail = email(text);
  if (mail.includes('@')) return mail;
  const digits = phone(text);
  return /^\+?\d*$/.test(digits) ? digits : bare(text);
}

/**
 * Each kind of text that people type or paste, as it is checked, sent and kept; names and free texts stand in `cleanText`.
 * Passwords are kept as they are.
 */
export const clean = {
  /** 11 digits, without spaces, hyphens, dots and parentheses, and without +86, 0086 or 86 in 11 or more signs (spec 5). */
  phone,
  /** Keeps the case, because mail goes to the address as written. */
  email,
  /** Upper case stays, so that the person sees the failed rule. */
  username: bare,
  /** By kind: an email has an at-sign, a phone has only digits left, all others are usernames. */
  account,
  code,
  /** A recovery code from paper: any case, without spaces, hyphens and dots, O for 0, I and L for 1. */
  paperCode: (text: string): string =>
    withDigits(text)
      .toUpperCase()
      .replaceAll(/[\s\p{Dash}_.]/gu, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  /** The code of a device: only its letters, as capitals. */
  userCode: (text: string): string =>
    bare(text)
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, ''),
  year: withDigits,
} as const satisfies Readonly<Record<string, (text: string) => string>>;
