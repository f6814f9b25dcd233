import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialDescriptorJSON,
} from '@simplewebauthn/browser';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '#contract/sign-in/passkeys/passkeys.words.ts';

// Loaded when a passkey may be used: no page needs it to show itself. A new ceremony ends one that waits in a field.

/** Asks for a passkey; undefined if the person did not want to, or another ceremony began. */
export async function askForPasskey(
  options: PasskeyRequestOptions,
  { inField = false }: { readonly inField?: boolean } = {},
): Promise<PasskeyAssertion | undefined> {
  const optionsJSON = { ...options, allowCredentials: options.allowCredentials.map(descriptor) };
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: inField });
  } catch (error) {
    if (isDeclined(error)) return undefined;
    throw error;
  }
}

/** Makes a passkey; undefined if the person did not want to, `exists` if this device has one. */
export async function makePasskey(
  options: PasskeyCreationOptions,
  { silently = false }: { readonly silently?: boolean } = {},
): Promise<PasskeyRegistration | 'exists' | undefined> {
  const optionsJSON = {
    ...options,
    hints: [],
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: options.excludeCredentials.map(descriptor),
  };
  try {
    return await startRegistration({ optionsJSON, useAutoRegister: silently });
  } catch (error) {
    if (isDeclined(error)) return undefined;
    if (error instanceof Error && error.name === 'InvalidStateError') return 'exists';
    throw error;
  }
}

/** Ends the ceremony that waits. */
export function endCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Browsers do not tell a person who cancels from one who has no passkey, or who took too long. */
function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

function descriptor({ type, id, transports }: PasskeyDescriptor): PublicKeyCredentialDescriptorJSON {
  return { type, id, ...(transports === undefined ? {} : { transports: [...transports] }) };
}
