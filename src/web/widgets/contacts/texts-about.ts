import { accountKind, contactRules } from '#contract/rules/account.ts';
import { clean } from '#contract/rules/clean.ts';
import { firstFailing, type Rules } from '#contract/rules/rule.ts';

/**
 * The field kind for texts about an identifier: its own kind ('Your phone number is not registered') once it obeys the
 * rules of its field, until then the field's ('Wrong phone number/email address').
 */
export function textsAbout(typed: string, rules: Rules = contactRules): 'phone' | 'email' | 'username' | 'account' {
  const account = clean.account(typed);
  return firstFailing(rules, account) === undefined ? accountKind(account) : 'account';
}
