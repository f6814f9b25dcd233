import { useEffect, useMemo } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { isCaptchaWork, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { loadTexts } from '#web/lib/load-texts.ts';
import { notify } from '#web/lib/page/notify.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/** Time limit for loading the captcha (milliseconds). */
export const captchaLoadMs = 8000;

/** Captcha status (spec 4): none yet, challenge loaded, solved, failed, dismissed. */
export type CaptchaStatus = 'Null' | 'Init' | 'Success' | 'Error' | 'Close';

/** The person's answer at the widget of a service. */
export interface ServiceAnswer {
  readonly provider: CaptchaProvider;
  /** Under the service's own names. */
  readonly answer: Readonly<Record<string, string>>;
}

/** Requirements beyond the usual captcha. */
export interface CaptchaWish {
  /** The service that is unavailable. */
  readonly failed?: CaptchaProvider;
  /** Multiple of the usual work. */
  readonly work?: CaptchaWork;
  /** An answer that is still valid: its widget is not shown again. */
  readonly answered?: ServiceAnswer;
}

/** The result of a solved captcha. */
export interface CaptchaProof {
  readonly validate: string;
  /** The answer of the service's widget; undefined if our own puzzle was enough. */
  readonly answered?: ServiceAnswer;
}

export interface Captcha {
  /**
   * Passes a new proof to one call. If the server could not verify it because the service is down, solves our own
   * captcha; if the server requires more work, a harder one; then repeats the call. Undefined if the person closed the
   * captcha or it failed (and was reported).
   */
  readonly prove: <Answer>(send: (validate: string) => Promise<Answer>) => Promise<Answer | undefined>;
  /** The same for a call that rarely requires a captcha: the first attempt is without one. */
  readonly proveIfAsked: <Answer>(send: (validate?: string) => Promise<Answer>) => Promise<Answer | undefined>;
}

/** The captcha of a scene. Its code loads with the first focus on the page, so that it is ready in time. */
export function useCaptcha(scene: CaptchaScene): Captcha {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
  return useMemo(() => ({ prove: (send) => prove(scene, send), proveIfAsked: (send) => proveIfAsked(scene, send) }), [scene]);
}

const load = async () => {
  const [{ openCaptcha }] = await Promise.all([import('./captcha-dialog.tsx'), loadTexts(['captcha-dialog'])]);
  return openCaptcha;
};

async function proveIfAsked<Answer>(scene: CaptchaScene, send: (validate?: string) => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!isRefusal(error, 'captchaFailed')) throw error;
    return prove(scene, send, nextWish(error, {}));
  }
}

async function prove<Answer>(
  scene: CaptchaScene,
  send: (validate: string) => Promise<Answer>,
  wish: CaptchaWish = {},
): Promise<Answer | undefined> {
  const proof = await runCaptcha(scene, wish);
  if (proof === undefined) return undefined;
  try {
    return await send(proof.validate);
  } catch (error) {
    const next = nextWish(error, wish, proof.answered);
    if (next === undefined) throw error;
    return prove(scene, send, next);
  }
}

/**
 * The next captcha after a refusal; undefined if none helps. Terminates: a service fails once, and the work only grows.
 */
function nextWish(error: unknown, wish: CaptchaWish, answered?: ServiceAnswer): CaptchaWish | undefined {
  if (!isRefusal(error, 'captchaFailed')) return undefined;
  const { fallback, work } = error.data;
  if (isCaptchaWork(work) && work > (wish.work ?? 1)) return { ...wish, work, ...(answered === undefined ? {} : { answered }) };
  if (fallback === undefined || answered === undefined) return undefined;
  return { failed: answered.provider, ...(wish.work === undefined ? {} : { work: wish.work }) };
}

async function runCaptcha(scene: CaptchaScene, wish: CaptchaWish): Promise<CaptchaProof | undefined> {
  try {
    const openCaptcha = await inTime(load());
    return await openCaptcha(scene, wish);
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
