import type { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import type { CallData } from '#web/lib/api/call-types.ts';

/** Passkeys of an account, as password managers are told. */
export type PasskeySignals = CallData<typeof passkeysEndpoints.listPasskeys>['signals'];

/** Tells the password manager that a passkey opens no account: it stops offering it. */
export function signalUnknown(told: { readonly rpId: string; readonly credentialId: string }): void {
  quietly(signaling()?.signalUnknownCredential?.(told));
}

/** Tells the password manager which passkeys the account has, and how the account is called. */
export function signalKnown({ userHandle: userId, credentialIds, rpId, name, displayName }: PasskeySignals): void {
  // Without a handle there was never a passkey.
  if (userId === '') return;
  quietly(signaling()?.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: [...credentialIds] }));
  quietly(signaling()?.signalCurrentUserDetails?.({ rpId, userId, name, displayName }));
}

/** The Signal API, if this browser has it. It answers nothing, and nobody waits for it. */
function signaling(): Partial<typeof PublicKeyCredential> | undefined {
  return 'PublicKeyCredential' in window ? window.PublicKeyCredential : undefined;
}

function quietly(signal: Promise<void> | undefined): void {
  signal?.catch(() => undefined);
}
