import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { passwordField } from '#server/core/account/fields/fields.ts';

/**
 * Whether this is the account's password. Wrong ones count together with those of every other form of the session.
 * @throws {Refusal} badRequest with the failed rule, passwordWrong, tooFrequent, passwordLocked
 */
export async function checkPassword(
  { evidence }: { readonly evidence: Evidence },
  { session, visit }: Person,
  password: string,
): Promise<true> {
  checkFields({ password: passwordField(password) });
  await evidence.checkPassword(session, { password, wrong: 'passwordWrong', origin: visit });
  return true;
}
