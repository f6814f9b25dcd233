import { useEffect, useRef } from 'react';

/** `CredentialRequestOptions` of WebOTP, which TypeScript's DOM library does not have. */
interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

/** The code of the next SMS that names this site (Android, WebOTP). Undefined if unsupported or declined. */
async function codeFromSms(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in window)) return undefined;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  const credential: unknown = await navigator.credentials.get(request).catch(() => undefined);
  const isCode = typeof credential === 'object' && credential !== null && 'code' in credential && typeof credential.code === 'string';
  return isCode ? String(credential.code) : undefined;
}

/** Returns a function that starts listening for the next SMS code. */
export function useSmsCode(onCode: (code: string) => void): () => void {
  const waiting = useRef<AbortController>(undefined);
  const take = useRef(onCode);
  take.current = onCode;
  useEffect(() => () => waiting.current?.abort(), []);
  return () => {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    void codeFromSms(controller.signal).then((code) => {
      if (code !== undefined && !controller.signal.aborted) take.current(code);
    });
  };
}
