import { limits } from '#contract/limits.ts';
import type { CodeScene } from '#contract/vocabulary/code-scenes.ts';
import { day, hour, second } from '#server/platform/clock.ts';

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

/** Limits of codes (contract 3). Those of messages are multiplied by RATE_FACTOR. */
export const codePolicy = {
  lifeMs: limits.codeLifeMs,
  tries: limits.codeTries,
  cooldownMs: limits.resendSeconds * second,
  /**
   * Messages to one phone or address, whoever asks for them. With `tries` they bound how many guesses anyone has at the codes of a
   * target, over all visitors and scenes: 25 for the codes of an hour, 50 for those of a day (ADR 21).
   */
  perTarget: [
    { limit: 5, windowMs: hour },
    { limit: 10, windowMs: day },
  ],
  /** Messages asked for from one network: five times what one person needs, for offices and carriers behind one address. */
  perNetwork: [
    { limit: 50, windowMs: hour },
    { limit: 150, windowMs: day },
  ],
  /** The breaker: messages of the whole site in an hour, beyond which something is wrong and none is sent. */
  perSite: { sms: { limit: 2000, windowMs: hour }, email: { limit: 5000, windowMs: hour } },
  /** Wrong codes of one holder for one target and scene in an hour, over all their codes, and how long they then wait. */
  failures: { windowMs: hour, schedule: [[10, hour]] },
} as const;
