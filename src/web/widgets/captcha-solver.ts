import { solveChallengeWorkers } from 'altcha-lib';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { referenceEndpoints } from '#contract/endpoints/reference.ts';
import type { CaptchaChallenge, CaptchaOffer } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { call } from '#web/lib/api.ts';

/** A device that has not found it by then will not (milliseconds). */
const solveMs = 60_000;

const mostWorkers = 4;

/** A fresh captcha: the server takes each only once. `failed` is the service whose widget did not work. */
export function fetchCaptcha(scene: CaptchaScene, failed: CaptchaProvider | undefined, signal: AbortSignal): Promise<CaptchaOffer> {
  return call(referenceEndpoints.captchaChallenge, { query: { scene, ...(failed === undefined ? {} : { failed }) }, signal });
}

/** Solves a challenge in workers and makes the proof (`validate`) of it; undefined when it was not found in time or was given up. */
export async function solve(challenge: CaptchaChallenge, controller: AbortController): Promise<string | undefined> {
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(mostWorkers, navigator.hardwareConcurrency),
    createWorker: () => new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' }),
    timeout: solveMs,
  });
  return solution === null ? undefined : btoa(JSON.stringify({ challenge, solution }));
}
