import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { call } from '#web/lib/api/api.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { makePasskey } from '#web/widgets/passkeys/ceremonies.ts';
import { refreshPasskeys } from './passkeys.ts';

/**
 * Adds a passkey: identity proof, and the browser's own dialog. Undefined if the person stopped at one of
 * them, `exists` if this device has one.
 * @throws {RefusalError}
 */
export async function addPasskey(): Promise<'added' | 'exists' | undefined> {
  const begin = () => call(passkeysEndpoints.beginPasskeyRegistration, { body: { purpose: 'settings' } });
  const begun = await withProof({ action: 'addPasskey' }, begin);
  if (begun === undefined) return undefined;
  const credential = await makePasskey(begun.publicKey);
  if (credential === undefined || credential === 'exists') return credential;
  await call(passkeysEndpoints.finishPasskeyRegistration, { body: { credential } });
  await refreshPasskeys();
  return 'added';
}
