import type { Identity } from './identity.ts';
import type { AskedPassword } from '#server/platform/crypto/password-hasher.ts';
import { ruleRefusal } from '#server/platform/refusal.ts';

/**
 * The hash of a password that somebody chose, after all rules. Nothing else makes one: it asks for leaks. Call it
 * outside of transactions.
 * @throws {Refusal} badRequest with breached_password at the field
 */
export async function hashNewPassword(
  { hasher, breaches }: Pick<Identity, 'hasher' | 'breaches'>,
  { field, ...asked }: AskedPassword & { readonly field: 'password' | 'newPassword' },
): Promise<string> {
  if (await breaches.has(asked.password)) throw ruleRefusal({ [field]: 'breached_password' });
  return hasher.hash(asked);
}
