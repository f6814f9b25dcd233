import { checksEndpoints } from '#contract/endpoints/checks.ts';
import { accountKind } from '#contract/rules/account.ts';
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
