import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/**
 * Takes the code of a contact for a ticket.
 * @throws {RefusalError}
 */
export function beginRecovery(contact: string, code: string): Promise<CallData<typeof passwordEndpoints.beginRecovery>> {
  const named = contact.includes('@') ? { email: contact } : { phone: contact };
  return call(passwordEndpoints.beginRecovery, { body: { ...named, code } });
}

/**
 * Sets a new password with the token of a mailed link, or with the ticket of a recovery that has begun. The answer has the
 * ticket of the sign-in.
 * @throws {RefusalError} tokenError (1022) for a token that is used or expired
 */
export async function resetByToken(token: string, newPassword: string): Promise<CallData<typeof passwordEndpoints.resetPasswordByEmail>> {
  return call(passwordEndpoints.resetPasswordByEmail, { body: { token, newPassword } });
}

/**
 * Checks a mailed link with a request without a password: a valid link answers the contact that it was sent to. Undefined
 * for a link that is used or expired.
 * @throws {RefusalError} any other refusal
 */
export async function contactOfLink(token: string): Promise<string | undefined> {
  try {
    const { contact = '' } = await resetByToken(token, '');
    return contact;
  } catch (error) {
    if (isRefusal(error, 'tokenError')) return undefined;
    throw error;
  }
}

/**
 * Signs in after a reset, with what was shown for it.
 * @throws {RefusalError}
 */
export async function signInAfterReset(ticket: string): Promise<void> {
  await call(secondStepEndpoints.signInSecondStep, { body: { ticket }, query: {} });
}
