import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import type { RecoveryValues } from './recovery-values.ts';

/**
 * Sets a new password with the code sent to the phone or email, and ends all sessions of the account.
 * @throws {RefusalError}
 */
export async function resetByCode({ method, phone, email, code, newPassword }: RecoveryValues): Promise<void> {
  await (method === 'phone'
    ? call(passwordEndpoints.resetPasswordByPhone, { body: { phone, code, newPassword } })
    : call(passwordEndpoints.resetPasswordByEmail, { body: { email, code, newPassword } }));
}

/**
 * Sets a new password with the token of a mailed link.
 * @throws {RefusalError} tokenError (1022) for a used or expired link
 */
export async function resetByLink(token: string, newPassword: string): Promise<{ readonly contact?: string }> {
  return call(passwordEndpoints.resetPasswordByEmail, { body: { token, newPassword } });
}

/**
 * Checks a mailed link with a request without a password: a valid link answers the contact that it was sent to. Undefined
 * for a link that is used or expired.
 * @throws {RefusalError} any other refusal
 */
export async function contactOfLink(token: string): Promise<string | undefined> {
  try {
    const { contact = '' } = await resetByLink(token, '');
    return contact;
  } catch (error) {
    if (isRefusal(error, 'tokenError')) return undefined;
    throw error;
  }
}
