import { newPasswordRules } from '#contract/rules/password.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isTrivial } from './password-patterns.ts';

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
 * The failed rule for a new password, or undefined. Beside the rules of spec 5 there are `common_password` for a common
 * one or a pattern, and `custom_password` for one made of the product's names or the account's own identifiers.
 */
export function weakness(password: string, context: PasswordContext): string | undefined {
  const failing = firstFailing(newPasswordRules, password);
  if (failing !== undefined) return failing;
  if (isMadeOf(password, [...context.own, ...context.brand])) return 'custom_password';
  return isCommonPassword(password) ? 'common_password' : undefined;
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
