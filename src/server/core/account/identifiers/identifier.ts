import { domainToASCII } from 'node:url';
import { clean } from '#contract/rules/clean.ts';
import { cleanText } from '#contract/rules/clean-text.ts';
import { accountKind } from '#contract/rules/account.ts';
import { emailRules } from '#contract/rules/email.ts';
import { nicknameRules } from '#contract/rules/nickname.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { firstFailing, type RuleContext } from '#contract/rules/rule.ts';
import { usernameRules } from '#contract/rules/username.ts';
import type { Field } from '#server/platform/check-fields.ts';

/** Kinds of identifiers. Phone, email and username sign in; a nickname is only unique. */
export type IdentifierKind = 'phone' | 'email' | 'username' | 'nickname';

const lockOrder: readonly IdentifierKind[] = ['phone', 'email', 'username', 'nickname'];

/** In the order in which every transaction takes identifiers: two that want the same ones do not block each other. */
export function inLockOrder<Each extends { readonly kind: IdentifierKind }>(identifiers: readonly Each[]): readonly Each[] {
  return identifiers.toSorted((one, other) => lockOrder.indexOf(one.kind) - lockOrder.indexOf(other.kind));
}

/** One identifier in its canonical spelling (for comparison, storage and counters) and as the person wrote it. */
export interface Identifier<Kind extends IdentifierKind = IdentifierKind> {
  readonly kind: Kind;
  readonly value: string;
  /** Shown to its owner and used for mail; keeps the case that `value` loses. */
  readonly shown: string;
}

/**
 * Canonical spelling of an identifier, or undefined for an invalid one. Values with the same spelling are the same
 * identifier everywhere: in registration, sign-in, checks, codes and rate limits. Idempotent.
 * - phone: 11 digits, +86 or 86 stripped.
 * - email: lower case, the domain as ASCII (IDNA). Dots and tags stay: their meaning differs by provider.
 * - username: as the rules require.
 * - nickname: NFKC, lower case, without selectors and joiners of letters; for comparison, never shown.
 */
export function canon(kind: IdentifierKind, value: string): string | undefined {
  return identifier(kind, value)?.value;
}

/** Parses a text as an identifier; undefined for an invalid one. */
export function identifier<Kind extends IdentifierKind>(kind: Kind, text: string): Identifier<Kind> | undefined {
  const field = readIdentifier(kind, text);
  return 'failing' in field ? undefined : field.value;
}

/** Parses a text as an identifier, or returns the rule that it fails. */
export function readIdentifier<Kind extends IdentifierKind>(kind: Kind, text: string, context: RuleContext = {}): Field<Identifier<Kind>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind is read as itself
  return readKind(kind, text, context) as Field<Identifier<Kind>>;
}

function readKind(kind: IdentifierKind, text: string, context: RuleContext): Field<Identifier> {
  switch (kind) {
    case 'phone': {
      const value = clean.phone(text);
      return held(firstFailing(phoneRules, value, context), { kind, value, shown: value });
    }
    case 'email':
      return readEmail(clean.email(text), context);
    case 'username': {
      const value = clean.username(text);
      return held(firstFailing(usernameRules, value, context), { kind, value, shown: value });
    }
    case 'nickname': {
      const shown = cleanText.nickname(text);
      const value = fold(shown);
      // A sign that folds into a forbidden character, such as a full-width bracket, is forbidden too.
      return held(firstFailing(nicknameRules, shown, context) ?? firstFailing(nicknameRules, value), { kind, value, shown });
    }
  }
}

function held(failing: string | undefined, value: Identifier): Field<Identifier> {
  return failing === undefined ? { value } : { failing };
}

/** Parses the identifier of a sign-in: phone, email or username, distinguished by form (spec 5). */
export function signInIdentifier(text: string): Identifier | undefined {
  const value = clean.account(text);
  return identifier(accountKind(value), value);
}

/** Validates the email also with its domain as ASCII. */
function readEmail(email: string, context: RuleContext): Field<Identifier> {
  const failing = firstFailing(emailRules, email, context);
  if (failing !== undefined) return { failing };
  const at = email.lastIndexOf('@');
  const shown = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
  const rule = firstFailing(emailRules, shown) === undefined ? undefined : 'email';
  return held(rule, { kind: 'email', value: shown.toLowerCase(), shown });
}

/**
 * Without selectors and the joiners of letters, whose signs look nearly the same without them. Repeats until nothing changes:
 * lower case may need composition again.
 */
function fold(value: string): string {
  const folded = value
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\p{Variation_Selector}|\u200c|(\p{M})\u200d/gu, '$1');
  return folded === value ? value : fold(folded);
}
