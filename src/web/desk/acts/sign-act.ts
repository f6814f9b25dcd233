import { requiredCrypto } from '#web/lib/browser/browser.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';

/**
 * Signs a text by a passkey of the member: the challenge is the SHA-256 of what the page shows. Undefined if the member did
 * not want to.
 */
export async function signText(text: string, rpId: string): Promise<PasskeyAssertion | undefined> {
  const challenge = await requiredCrypto().digest('SHA-256', new TextEncoder().encode(text));
  const asked = { challenge, rpId, userVerification: 'required', allowCredentials: [] } satisfies PublicKeyCredentialRequestOptions;
  const made = await askForKey(asked);
  if (made === null || !('response' in made)) return undefined;
  // A get for a public key answers with one.
  const { id, response } = made as PublicKeyCredential & { readonly response: AuthenticatorAssertionResponse };
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      userHandle: userHandle === null ? null : textOf(userHandle),
    },
  };
}

/** In base64url. */
function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Nothing too where the browser has no passkeys. */
async function askForKey(publicKey: PublicKeyCredentialRequestOptions): Promise<Credential | null> {
  try {
    return await navigator.credentials.get({ publicKey });
  } catch {
    return null;
  }
}
