import { useEffect, useState } from 'react';
import { askedText } from '#contract/operations/desk/asked-text.ts';
import { deskApprovalsEndpoints } from '#contract/operations/desk/calls/approvals.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { deskCall } from '#web/desk/desk-call.ts';
import { DeskDialog } from '#web/desk/frame/desk-dialog.tsx';
import { TextInput } from '#web/desk/frame/fields.tsx';
import { useMe } from '#web/desk/frame/me.ts';
import { t } from '#web/desk/texts.ts';
import { requiredCrypto } from '#web/lib/browser/browser.ts';

/** Proof of a member: a passkey that has signed the text, or a code of their app. */
export type Shown = { readonly credential: PasskeyAssertion } | { readonly code: string };

type Signer = (text: string) => Promise<Shown | undefined>;

let signer: Signer = async () => undefined;

/** Asks the member to sign a text. Undefined if they did not want to. */
export function ceremony(text: string): Promise<Shown | undefined> {
  return signer(text);
}

/** Signs an act that this member has just asked for. False if they did not want to: then nobody else sees it. */
export async function signAsked(id: string): Promise<boolean> {
  const { items } = await deskCall(deskApprovalsEndpoints.deskApprovals);
  const item = items.find((each) => each.id === id);
  const shown = item && (await ceremony(askedText('ask', item)));
  if (shown === undefined) return false;
  await deskCall(deskApprovalsEndpoints.deskSignAsked, { body: { id, ...shown } });
  return true;
}

/** Where members sign: by their passkey, or by a code that they type into a dialog. */
export function CeremonyHost() {
  const { by, rpId } = useMe().signing;
  const [resolve, setResolve] = useState<(shown: Shown | undefined) => void>();
  useEffect(() => {
    signer = async (text) => {
      if (by === 'code') return new Promise((done) => setResolve(() => done));
      const credential = await signText(text, rpId);
      return credential && { credential };
    };
  }, [by, rpId]);
  if (resolve === undefined) return null;
  const end = (shown: Shown | undefined) => {
    setResolve(undefined);
    resolve(shown);
  };
  return <CodeDialog onClose={() => end(undefined)} onCode={(code) => end({ code })} />;
}

function CodeDialog({ onClose, onCode }: { readonly onClose: () => void; readonly onCode: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <DeskDialog
      title={t('dk.sign.q')}
      lead={t('dk.sign.b')}
      verb={t('dk.sign')}
      isReady={/^\d{6}$/.test(code)}
      onSend={() => onCode(code)}
      onClose={onClose}
    >
      <TextInput label={t('dk.sign.code')} mono value={code} onChange={(next) => setCode(next.replaceAll(/\s/g, ''))} />
    </DeskDialog>
  );
}

/**
 * Signs a text by a passkey of the member: the challenge is the SHA-256 of what the page shows. Undefined if the member did
 * not want to.
 */
async function signText(text: string, rpId: string): Promise<PasskeyAssertion | undefined> {
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
