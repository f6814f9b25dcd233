import { checksEndpoints } from '#contract/account/checks/checks.ts';
import { accountKind } from '#contract/rules/account.ts';
import { call } from '#web/lib/api/api.ts';

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
