import { limits } from '#contract/limits.ts';
import type { CodeScene } from '#contract/vocabulary/code-scenes.ts';
import { day, hour, second } from '#server/platform/clock.ts';
import type { Lane } from '#server/platform/outbox/lane.ts';

export type CodeChannel = 'sms' | 'email';

/** What a code is good for, and for whom: it works with exactly these and nothing else (contract 3). */
export interface CodeBinding {
  readonly scene: CodeScene;
  readonly channel: CodeChannel;
  /** Canonical phone or email. */
  readonly target: string;
  readonly holder: CodeHolder;
}

/** Who asked for a code: only they can use it. */
export type CodeHolder = `account:${string}` | `visitor:${string}`;

/**
 * Who asks, as far as we know them. A `holder` has a session, or a browser that has signed in to the account of the target. All others are
 * one `stranger`: what one of them uses up is gone for all of them, and for nobody else.
 */
export type CodeAsker = 'stranger' | 'holder';

const byAsker = { stranger: 'stranger', holder: 'holder' } as const;

/** The budget of the site that a code takes from. A new scene does not compile without one. */
export const laneOf: Readonly<Record<CodeScene, Readonly<Record<CodeAsker, Lane>>>> = {
  register: byAsker,
  login: byAsker,
  reset: byAsker,
  upgrade: byAsker,
  verify: byAsker,
  delete: byAsker,
  // Whoever has one account can have codes sent to new numbers without end.
  bind: { stranger: 'stranger', holder: 'stranger' },
};

/** Limits of codes (contract 3). Those of messages are multiplied by RATE_FACTOR. */
export const codePolicy = {
  lifeMs: limits.codeLifeMs,
  tries: limits.codeTries,
  cooldownMs: limits.resendSeconds * second,
  /**
   * Messages to one phone or address, whoever asks for them. With `tries` they bound how many guesses anyone has at the codes of a
   * target, over all visitors and scenes: 25 for the codes of an hour, 50 for those of a day (ADR 21). Strangers together get less, so
   * that the owner always finds the rest (ADR 43).
   */
  perTarget: [
    { limit: 5, ofStrangers: 3, windowMs: hour },
    { limit: 10, ofStrangers: 6, windowMs: day },
  ],
  /**
   * Codes that strangers were sent to a target within a day, and how many times the work of an ordinary captcha the next one costs them: the
   * third and fourth 8 times, the fifth and sixth 64 times.
   */
  workOfStrangers: [
    [2, 8],
    [4, 64],
  ],
  /** Messages asked for from one network: five times what one person needs, for offices and carriers behind one address. */
  perNetwork: [
    { limit: 50, windowMs: hour },
    { limit: 150, windowMs: day },
  ],
  /** Wrong codes of one holder for one target and scene in an hour, over all their codes, and how long they then wait. */
  failures: { windowMs: hour, schedule: [[10, hour]] },
} as const;
