import { contactRules, normalizeAccount } from '#contract/rules/account.ts';
import { firstFailing } from '#contract/rules/rule.ts';

/**
 * The field kind for texts about an identifier: its own kind ('Your phone number is not registered') once it is
 * well-formed, until then the field's ('Wrong phone number/email address').
 */
export function textsAbout(typed: string): 'phone' | 'email' | 'account' {
  const account = normalizeAccount(typed);
  const isContact = firstFailing(contactRules, account) === undefined;
  return isContact && account.includes('@') ? 'email' : isContact ? 'phone' : 'account';
}
