import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import type { ProofNeed } from './proof-method.ts';

export type PasskeyOptions = CallData<typeof passkeysEndpoints.beginPasskey>;

/** Options for a passkey that proves the identity for an action, requested with the session or with an X-Token. */
export function ownPasskey({ action, target }: ProofNeed, as: { readonly xToken?: string } = {}): () => Promise<PasskeyOptions> {
  const about = { ...(action === undefined ? {} : { action }), ...(target === undefined ? {} : { target }) };
  return () => call(passkeysEndpoints.beginPasskey, { ...as, body: { purpose: 'proof', ...about } });
}
