import { newPasswordRules } from '#contract/rules/password.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { isCommonPassword, isTrivial } from './common-passwords.ts';

export interface PasswordContext {
  /** The account's own phone, email, username and nickname: a password made of one is the first guess. */
  readonly own: readonly string[];
  /** Names of the product, from the configuration. */
  readonly brand: readonly string[];
}

/** A word shorter than this says nothing when it occurs in a password. */
const shortestWord = 4;

/** What must be left of a password when the words that everybody knows are taken out. */
const secretLength = 6;

/**
 * The rule of spec 5 that a chosen password fails, or undefined. `custom_password` is the blocklist: common passwords, patterns,
 * names of the product, and the account's own identifiers.
 */
export function weakness(password: string, context: PasswordContext): string | undefined {
  const failing = firstFailing(newPasswordRules, password);
  if (failing !== undefined) return failing;
  return isCommonPassword(password) || isMadeOf(password, [...context.own, ...context.brand]) ? 'custom_password' : undefined;
}

/** Whether little or nothing but a pattern remains once the words are taken out. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = words.flatMap(parts).filter((word) => word.length >= shortestWord);
  const rest = known.toSorted((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  return rest.length < password.length && (rest.length < secretLength || isTrivial(rest));
}

/** The word as it is, without its blanks, and the part before the at-sign. */
function parts(word: string): string[] {
  const lower = word.toLowerCase();
  return [lower, lower.replaceAll(/[^a-z0-9]/g, ''), lower.split('@')[0] ?? ''];
}
