import { passwordEndpoints } from '#contract/endpoints/password.ts';
import { call } from '#web/lib/api.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import type { RecoveryValues } from './recovery-values.ts';

/**
 * Sets a new password with the code that went to the phone or email, and ends all sessions of the account.
 * @throws {RefusalError}
 */
export async function resetByCode({ method, phone, email, code, newPassword }: RecoveryValues): Promise<void> {
  await (method === 'phone'
    ? call(passwordEndpoints.resetPasswordByPhone, { body: { phone, code, newPassword } })
    : call(passwordEndpoints.resetPasswordByEmail, { body: { email, code, newPassword } }));
}

/**
 * The same with the token of a mailed link.
 * @throws {RefusalError} tokenError (1022) for a link that was used or has run out
 */
export async function resetByLink(token: string, newPassword: string): Promise<void> {
  await call(passwordEndpoints.resetPasswordByEmail, { body: { token, newPassword } });
}

/**
 * Whether a mailed link still works: asked without a password, a link that does is refused for that alone (ADR 19).
 * @throws {RefusalError} any other refusal
 */
export async function isLinkAlive(token: string): Promise<boolean> {
  try {
    await resetByLink(token, '');
    return true;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    if (error.refusal === 'tokenError') return false;
    if ('newPassword' in error.fields) return true;
    throw error;
  }
}
