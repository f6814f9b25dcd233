import { solveChallengeWorkers, type Solution } from 'altcha-lib';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import type { CaptchaChallenge, CaptchaOffer } from '#contract/account/reference/reference.schemas.ts';
import { isCaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { call } from '#web/lib/api/api.ts';
import { isRecord } from '#web/lib/api/refusal-error.ts';
import type { CaptchaWish } from './captcha.ts';

/**
 * A device that needs longer (milliseconds) finds no solution. Multiplied for more work, within the puzzle's lifetime.
 */
const solveMs = 60_000;
const longestMs = 240_000;

const mostWorkers = 4;

/** Progress report of a worker: the number of tried keys. */
export interface KeysTried {
  readonly tried: number;
}

/** A solved puzzle, in the server's format. */
export interface SolvedPuzzle {
  readonly challenge: CaptchaChallenge;
  readonly solution: Solution;
}

export interface Solving {
  readonly controller: AbortController;
  /** With the finished part of the maximum work, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** A new captcha, because the server accepts each only once. */
export function fetchCaptcha(scene: CaptchaScene, { failed, work }: CaptchaWish, signal: AbortSignal): Promise<CaptchaOffer> {
  const more = { ...(failed === undefined ? {} : { failed }), ...(work === undefined ? {} : { work: `${work}` as const }) };
  return call(referenceEndpoints.captchaChallenge, { query: { scene, ...more }, signal });
}

/** The puzzle's work as a multiple of the usual work. */
export function workOf({ parameters: { data } }: CaptchaChallenge): number {
  return isCaptchaWork(data?.['work']) ? data['work'] : 1;
}

/** Solves a challenge in workers; undefined after the time limit or an abort. */
export async function solve(challenge: CaptchaChallenge, { controller, onProgress }: Solving): Promise<SolvedPuzzle | undefined> {
  const most = Number(challenge.parameters.data?.['most']);
  const tried = new Map<Worker, number>();
  const createWorker = () => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
    // Before the library's listener, which takes every message for the solution.
    worker.addEventListener('message', (event) => {
      if (!isRecord(event.data) || typeof event.data['tried'] !== 'number') return;
      event.stopImmediatePropagation();
      tried.set(worker, event.data['tried']);
      if (most > 0) onProgress(Math.min(1, [...tried.values()].reduce((sum, count) => sum + count, 0) / most));
    });
    return worker;
  };
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(mostWorkers, navigator.hardwareConcurrency),
    createWorker,
    timeout: Math.min(longestMs, solveMs * workOf(challenge)),
  });
  return solution === null ? undefined : { challenge, solution };
}
