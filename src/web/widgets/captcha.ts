import { useEffect, useMemo } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { translate } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';

/** How long the captcha may take to load before it has failed (milliseconds). */
export const captchaLoadMs = 8000;

/** Captcha status (spec 4): nothing yet, a challenge is there, it was solved, it could not be solved, it was dismissed. */
export type CaptchaStatus = 'Null' | 'Init' | 'Success' | 'Error' | 'Close';

export interface Captcha {
  /** A fresh proof for one call, or undefined when the person closed the captcha or it failed (they have been told). */
  readonly run: () => Promise<string | undefined>;
}

/** The captcha of a scene. Its code is loaded with the first focus on the page, so that it is there when it is needed. */
export function useCaptcha(scene: CaptchaScene): Captcha {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
  return useMemo(() => ({ run: () => runCaptcha(scene) }), [scene]);
}

const load = () => import('./captcha-dialog.tsx');

async function runCaptcha(scene: CaptchaScene): Promise<string | undefined> {
  try {
    const { openCaptcha } = await inTime(load());
    return await openCaptcha(scene);
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
