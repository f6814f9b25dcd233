import { useEffect, useMemo } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { translate } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';

/** How long the captcha may take to load before it has failed (milliseconds). */
export const captchaLoadMs = 8000;

/** Captcha status (spec 4): nothing yet, a challenge is there, it was solved, it could not be solved, it was dismissed. */
export type CaptchaStatus = 'Null' | 'Init' | 'Success' | 'Error' | 'Close';

/** What a solved captcha gives. */
export interface CaptchaProof {
  readonly validate: string;
  /** The service whose widget gave it; undefined for our own puzzle. */
  readonly provider?: CaptchaProvider;
}

export interface Captcha {
  /**
   * Hands a fresh proof to one call. Where the server could not have it verified, because the service is down, our own captcha is solved and
   * the call made once more. Undefined when the person closed the captcha or it failed (they have been told).
   */
  readonly prove: <Answer>(send: (validate: string) => Promise<Answer>) => Promise<Answer | undefined>;
}

/** The captcha of a scene. Its code is loaded with the first focus on the page, so that it is there when it is needed. */
export function useCaptcha(scene: CaptchaScene): Captcha {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
  return useMemo(() => ({ prove: (send) => prove(scene, send) }), [scene]);
}

const load = () => import('./captcha-dialog.tsx');

async function prove<Answer>(scene: CaptchaScene, send: (validate: string) => Promise<Answer>): Promise<Answer | undefined> {
  const proof = await runCaptcha(scene);
  if (proof === undefined) return undefined;
  try {
    return await send(proof.validate);
  } catch (error) {
    const isDown = error instanceof RefusalError && error.refusal === 'captchaFailed' && error.data['fallback'] !== undefined;
    if (!isDown || proof.provider === undefined) throw error;
    const own = await runCaptcha(scene, proof.provider);
    return own && send(own.validate);
  }
}

async function runCaptcha(scene: CaptchaScene, failed?: CaptchaProvider): Promise<CaptchaProof | undefined> {
  try {
    const { openCaptcha } = await inTime(load());
    return await openCaptcha(scene, failed);
  } catch {
    notify({ kind: 'error', text: translate('captcha.error') });
    return undefined;
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The captcha did not load.')), captchaLoadMs);
  });
  return Promise.race([work, late]);
}
