import { useEffect, useMemo } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { isCaptchaWork, type CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { translate } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { isRefusal } from '#web/lib/refusal-error.ts';

/** How long the captcha may take to load before it has failed (milliseconds). */
export const captchaLoadMs = 8000;

/** Captcha status (spec 4): nothing yet, a challenge is there, it was solved, it could not be solved, it was dismissed. */
export type CaptchaStatus = 'Null' | 'Init' | 'Success' | 'Error' | 'Close';

/** What the person did at the widget of a service. */
export interface ServiceAnswer {
  readonly provider: CaptchaProvider;
  /** By the service's own names. */
  readonly answer: Readonly<Record<string, string>>;
}

/** What the usual captcha is not enough for. */
export interface CaptchaWish {
  /** The service that cannot be used. */
  readonly failed?: CaptchaProvider;
  /** So many times the usual work. */
  readonly work?: CaptchaWork;
  /** An answer that is still good: its widget is not shown again. */
  readonly answered?: ServiceAnswer;
}

/** What a solved captcha gives. */
export interface CaptchaProof {
  readonly validate: string;
  /** What the service's widget gave; undefined where our own puzzle was enough. */
  readonly answered?: ServiceAnswer;
}

export interface Captcha {
  /**
   * Hands a fresh proof to one call. Where the server could not have it verified, because the service is down, our own captcha is solved;
   * where it wants more work, a harder one; and the call is made again. Undefined when the person closed the captcha or it failed (they
   * have been told).
   */
  readonly prove: <Answer>(send: (validate: string) => Promise<Answer>) => Promise<Answer | undefined>;
  /** The same for a call that wants a captcha only now and then: it is made without one first. */
  readonly proveIfAsked: <Answer>(send: (validate?: string) => Promise<Answer>) => Promise<Answer | undefined>;
}

/** The captcha of a scene. Its code is loaded with the first focus on the page, so that it is there when it is needed. */
export function useCaptcha(scene: CaptchaScene): Captcha {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
  return useMemo(() => ({ prove: (send) => prove(scene, send), proveIfAsked: (send) => proveIfAsked(scene, send) }), [scene]);
}

const load = () => import('./captcha-dialog.tsx');

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

/** What to solve after a refusal; undefined where nothing helps. It comes to an end: a service fails once, and the work only grows. */
function nextWish(error: unknown, wish: CaptchaWish, answered?: ServiceAnswer): CaptchaWish | undefined {
  if (!isRefusal(error, 'captchaFailed')) return undefined;
  const { fallback, work } = error.data;
  if (isCaptchaWork(work) && work > (wish.work ?? 1)) return { ...wish, work, ...(answered === undefined ? {} : { answered }) };
  if (fallback === undefined || answered === undefined) return undefined;
  return { failed: answered.provider, ...(wish.work === undefined ? {} : { work: wish.work }) };
}

async function runCaptcha(scene: CaptchaScene, wish: CaptchaWish): Promise<CaptchaProof | undefined> {
  try {
    const { openCaptcha } = await inTime(load());
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
