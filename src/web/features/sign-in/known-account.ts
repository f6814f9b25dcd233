import { checksEndpoints } from '#contract/endpoints/checks.ts';
import { accountKind, normalizeAccount } from '#contract/rules/account.ts';
import { firstFailing, type Rules } from '#contract/rules/rule.ts';
import { call } from '#web/lib/api.ts';

/** True if a well-formed phone, email or username belongs to no account (spec 5). */
export async function isUnknownAccount(account: string, signal: AbortSignal): Promise<boolean> {
  switch (accountKind(account)) {
    case 'phone':
      return !(await call(checksEndpoints.checkPhone, { body: { phone: account }, signal }));
    case 'email':
      return !(await call(checksEndpoints.checkEmail, { body: { email: account }, signal }));
    case 'username':
      return !(await call(checksEndpoints.checkUsername, { body: { username: account }, signal }));
  }
}

/**
 * The field kind for texts about an identifier: its own kind ('Your phone number is not registered') once it obeys the
 * rules of the form, until then the field's ('Wrong phone number/email address').
 */
export function textsAbout(typed: string, rules: Rules): 'phone' | 'email' | 'username' | 'account' {
  const account = normalizeAccount(typed);
  return firstFailing(rules, account) === undefined ? accountKind(account) : 'account';
}
