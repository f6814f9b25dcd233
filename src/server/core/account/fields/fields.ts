import { clean } from '#contract/rules/clean.ts';
import { accountRules, contactRules } from '#contract/rules/account.ts';
import { codeRules } from '#contract/rules/code.ts';
import { passwordRules } from '#contract/rules/password.ts';
import { firstFailing, type RuleContext, type Rules } from '#contract/rules/rule.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { readIdentifier, signInIdentifier, type Identifier } from '#server/core/account/identifiers/identifier.ts';
import { weakness, type PasswordContext } from '#server/core/sign-in/password/password-policy.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { also, type Field } from '#server/platform/check-fields.ts';

/** A phone or an email; a failure is reported under the name of its kind. */
export function contactField(kind: 'phone' | 'email', text: string, context: RuleContext = {}): Field<Identifier<'phone' | 'email'>> {
  return { ...readIdentifier(kind, text, context), name: kind };
}

/** A phone or an email that an account is to get: also refuses the mail domains that the operator blocks. */
export function newContactField(
  { mailDomains }: Pick<Identity, 'mailDomains'>,
  kind: 'phone' | 'email',
  text: string,
  context: RuleContext = {},
): Field<Identifier<'phone' | 'email'>> {
  const isBlocked = ({ value }: Identifier) => kind === 'email' && mailDomains.isBlocked(value);
  return also(contactField(kind, text, context), (found) => (isBlocked(found) ? 'block' : undefined));
}

/** Identifier for a sign-in with password: phone, email or username. */
export function accountField(text: string): Field<Identifier> {
  return namingField(accountRules, text);
}

/** Contact for a sign-in with code: phone or email. */
export function codeAccountField(text: string): Field<Identifier> {
  return namingField(contactRules, text);
}

/** A one-time code. */
export function codeField(text: string): Field<string> {
  return textField(codeRules, clean.code(text));
}

/** A recovery code, as it was read from paper: how it may be written is the reader's business. */
export function paperCodeField(text: string): Field<string> {
  const typed = text.trim();
  return typed === '' ? { failing: 'required' } : { value: typed };
}

/** The current password of an account. */
export function passwordField(text: string): Field<string> {
  return textField(passwordRules, text);
}

/** A new password. */
export function newPasswordField(text: string, context: PasswordContext): Field<string> {
  const failing = weakness(text, context);
  return failing === undefined ? { value: text } : { failing };
}

/** A new password of this account. */
export function ownNewPasswordField(
  { brand }: Pick<Identity, 'brand'>,
  { phone, email, username, nickname }: Pick<Account, 'phone' | 'email' | 'username' | 'nickname'>,
  newPassword: string,
): Field<string> {
  const own = [phone, email, username, nickname].filter((word) => word !== null);
  return newPasswordField(newPassword, { own, brand });
}

export function textField(rules: Rules, value: string, context: RuleContext = {}): Field<string> {
  const failing = firstFailing(rules, value, context);
  return failing === undefined ? { value } : { failing };
}

function namingField(rules: Rules, text: string): Field<Identifier> {
  const failing = firstFailing(rules, clean.account(text));
  const value = failing === undefined ? signInIdentifier(text) : undefined;
  return value === undefined ? { failing: failing ?? 'regex' } : { value };
}
