import { newPasswordRules } from '#contract/rules/password.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { isCommonPassword, isTrivial } from './common-passwords.ts';

export interface PasswordContext {
  /** The account's own phone, email, username and nickname: a password built from one is the first guess. */
  readonly own: readonly string[];
  /** Names of the product, from the configuration. */
  readonly brand: readonly string[];
}

/** Minimum length of a word that counts when found in a password. */
const shortestWord = 4;

/** Minimum length of a password after removing the known words. */
const secretLength = 6;

/**
 * The failed rule of spec 5 for a new password, or undefined. `custom_password` is the blocklist: common passwords,
 * patterns, names of the product, and the account's own identifiers.
 */
export function weakness(password: string, context: PasswordContext): string | undefined {
  const failing = firstFailing(newPasswordRules, password);
  if (failing !== undefined) return failing;
  return isCommonPassword(password) || isMadeOf(password, [...context.own, ...context.brand]) ? 'custom_password' : undefined;
}

/** Whether only little or a pattern remains after removing the words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = words.flatMap(parts).filter((word) => word.length >= shortestWord);
  const rest = known.toSorted((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  return rest.length < password.length && (rest.length < secretLength || isTrivial(rest));
}

/** The word itself, its form without blanks, and the part before the at-sign. */
function parts(word: string): string[] {
  const lower = word.toLowerCase();
  return [lower, lower.replaceAll(/[^a-z0-9]/g, ''), lower.split('@')[0] ?? ''];
}
