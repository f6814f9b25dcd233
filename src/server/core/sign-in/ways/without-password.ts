import type { Account } from '#server/core/account/accounts/account.ts';
import { keepsWayIn } from './ways.ts';

/** Whether the account may give its password up: a passkey has proven itself, and there is another way back. */
export function mayRemovePassword(account: Account): boolean {
  return account.passwordHash !== null && hasProvenPasskey(account) && keepsWayIn(account, 'password');
}

/** Whether the account sets a password before something is added, so that a new contact is never its only secret. */
export function needsPassword(account: Account): boolean {
  return account.passwordHash === null && !hasProvenPasskey(account);
}

function hasProvenPasskey({ passkeys }: Account): boolean {
  return passkeys.some(({ proves }) => proves);
}
