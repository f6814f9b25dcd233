import { checksEndpoints } from '#contract/endpoints/checks.ts';
import { accountKind, contactRules, normalizeAccount } from '#contract/rules/account.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api.ts';

/**
 * True if a well-formed phone or email belongs to no account (spec 5). Usernames are not checked: their absence is
 * reported together with a wrong password, and the budget of checks is small.
 */
export async function isUnknownAccount(account: string, signal: AbortSignal): Promise<boolean> {
  switch (accountKind(account)) {
    case 'phone':
      return !(await call(checksEndpoints.checkPhone, { body: { phone: account }, signal }));
    case 'email':
      return !(await call(checksEndpoints.checkEmail, { body: { email: account }, signal }));
    case 'username':
      return false;
  }
}

/**
 * The field kind for texts about an identifier: its own kind ('Your phone number is not registered') once it is
 * well-formed, until then the field's ('Wrong phone number/email address').
 */
export function textsAbout(typed: string): 'phone' | 'email' | 'account' {
  const account = normalizeAccount(typed);
  const isContact = firstFailing(contactRules, account) === undefined;
  return isContact && account.includes('@') ? 'email' : isContact ? 'phone' : 'account';
}
