import { domainToASCII } from 'node:url';
import { accountKind, normaliseAccount } from '#contract/rules/account.ts';
import { emailRules, normaliseEmail } from '#contract/rules/email.ts';
import { nicknameRules, normaliseNickname } from '#contract/rules/nickname.ts';
import { normalisePhone, phoneRules } from '#contract/rules/phone.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { normaliseUsername, usernameRules } from '#contract/rules/username.ts';

/** What can name an account. Phone, email and username sign in; a nickname is only unique. */
export type IdentifierKind = 'phone' | 'email' | 'username' | 'nickname';

/** One identifier in the spelling that is compared, stored and counted by, and as the person wrote it. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
  /** Shown to its owner, and where mail goes: case is kept where it is lost in `value`. */
  readonly shown: string;
}

/**
 * The one canonical spelling of an identifier, or undefined for what is none. Two values with the same spelling are the same
 * identifier everywhere: in registration, sign-in, checks, codes and rate limits. Idempotent.
 *
 * - phone: 11 digits, +86 or 86 stripped.
 * - email: all lower case, the domain as ASCII (IDNA). Dots and tags in the local part stay: what they mean differs by provider.
 * - username: as the rules demand it.
 * - nickname: NFKC, lower case, without emoji selectors; compared, never shown.
 */
export function canon(kind: IdentifierKind, value: string): string | undefined {
  return identifier(kind, value)?.value;
}

/** The identifier that a text is, or undefined for what is none. */
export function identifier(kind: IdentifierKind, text: string): Identifier | undefined {
  switch (kind) {
    case 'phone': {
      const value = normalisePhone(text);
      return firstFailing(phoneRules, value) === undefined ? { kind, value, shown: value } : undefined;
    }
    case 'email': {
      const shown = asciiEmail(normaliseEmail(text));
      return shown === undefined ? undefined : { kind, value: shown.toLowerCase(), shown };
    }
    case 'username': {
      const value = normaliseUsername(text);
      return firstFailing(usernameRules, value) === undefined ? { kind, value, shown: value } : undefined;
    }
    case 'nickname': {
      const shown = normaliseNickname(text);
      const value = fold(shown);
      // What folds into a forbidden character, such as a full-width bracket, is as forbidden as the character.
      const isNickname = [shown, value].every((spelling) => firstFailing(nicknameRules, spelling) === undefined);
      return isNickname ? { kind, value, shown } : undefined;
    }
  }
}

/** The identifier that someone signs in with: phone, email or username, told apart by its form (spec 5). */
export function signInIdentifier(text: string): Identifier | undefined {
  const value = normaliseAccount(text);
  return identifier(accountKind(value), value);
}

/** `138****6021` */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** `li***@example.com`; a local part of one or two characters shows the first only. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return `${local.slice(0, local.length > 2 ? 2 : 1)}***${email.slice(at)}`;
}

/** The address with its domain as ASCII, or undefined when it breaks the rules before or after. */
function asciiEmail(email: string): string | undefined {
  if (firstFailing(emailRules, email) !== undefined) return undefined;
  const at = email.lastIndexOf('@');
  const ascii = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
  return firstFailing(emailRules, ascii) === undefined ? ascii : undefined;
}

/** Until nothing changes any more: lower case can need composing again. */
function fold(value: string): string {
  const folded = value.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('\ufe0f', '');
  return folded === value ? value : fold(folded);
}
