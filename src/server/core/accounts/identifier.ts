import { domainToASCII } from 'node:url';
import { accountKind, normaliseAccount } from '#contract/rules/account.ts';
import { emailRules, normaliseEmail } from '#contract/rules/email.ts';
import { nicknameRules, normaliseNickname } from '#contract/rules/nickname.ts';
import { normalisePhone, phoneRules } from '#contract/rules/phone.ts';
import { firstFailing, type RuleContext } from '#contract/rules/rule.ts';
import { normaliseUsername, usernameRules } from '#contract/rules/username.ts';
import type { Field } from '#server/platform/check-fields.ts';

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
  const field = readIdentifier(kind, text);
  return 'failing' in field ? undefined : field.value;
}

/** The identifier that a text is, or the rule by which it is none. */
export function readIdentifier(kind: IdentifierKind, text: string, context: RuleContext = {}): Field<Identifier> {
  switch (kind) {
    case 'phone': {
      const value = normalisePhone(text);
      return held(firstFailing(phoneRules, value, context), { kind, value, shown: value });
    }
    case 'email':
      return readEmail(normaliseEmail(text), context);
    case 'username': {
      const value = normaliseUsername(text);
      return held(firstFailing(usernameRules, value, context), { kind, value, shown: value });
    }
    case 'nickname': {
      const shown = normaliseNickname(text);
      const value = fold(shown);
      // What folds into a forbidden character, such as a full-width bracket, is as forbidden as the character.
      const failing =
        firstFailing(nicknameRules, shown, context) ?? (firstFailing(nicknameRules, value) === undefined ? undefined : 'regex');
      return held(failing, { kind, value, shown });
    }
  }
}

function held(failing: string | undefined, value: Identifier): Field<Identifier> {
  return failing === undefined ? { value } : { failing };
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

/** With its domain as ASCII, in which spelling it must hold too. */
function readEmail(email: string, context: RuleContext): Field<Identifier> {
  const failing = firstFailing(emailRules, email, context);
  if (failing !== undefined) return { failing };
  const at = email.lastIndexOf('@');
  const shown = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
  const rule = firstFailing(emailRules, shown) === undefined ? undefined : 'email';
  return held(rule, { kind: 'email', value: shown.toLowerCase(), shown });
}

/** Until nothing changes any more: lower case can need composing again. */
function fold(value: string): string {
  const folded = value.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('\ufe0f', '');
  return folded === value ? value : fold(folded);
}
