import { limits } from '#contract/limits.ts';
import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import { day, hour, second } from '#server/platform/clock.ts';
import type { Lane } from '#server/platform/sending/outbox/lane.ts';

export type CodeChannel = 'sms' | 'email';

/** Binding of a code: it works only for exactly these values (contract 3). */
export interface CodeBinding {
  readonly scene: CodeScene;
  readonly channel: CodeChannel;
  /** Canonical phone or email. */
  readonly target: string;
  readonly holder: CodeHolder;
}

/** The requester of a code; nobody else can use it. */
export type CodeHolder = `account:${string}` | `visitor:${string}`;

/**
 * Requester of a code, if known. A `holder` has a browser that the account knows, or has shown a
 * session or a way elsewhere and is one of the first. All others share one `stranger` budget: they can exhaust it for each other, but not for holders.
 */
export type CodeAsker = 'stranger' | 'holder';

const byAsker = { stranger: 'stranger', holder: 'holder' } as const;

/** The site budget of each code scene. A new scene does not compile without one. */
export const laneOf: Readonly<Record<CodeScene, Readonly<Record<CodeAsker, Lane>>>> = {
  register: byAsker,
  login: byAsker,
  reset: byAsker,
  upgrade: byAsker,
  verify: byAsker,
  delete: byAsker,
  recover: byAsker,
  freeze: byAsker,
  // The owner of one account can request codes for any number of new contacts.
  bind: { stranger: 'stranger', holder: 'stranger' },
};

/** Limits of codes (contract 3). Message limits are multiplied by RATE_FACTOR. */
export const codePolicy = {
  lifeMs: limits.codeLifeMs,
  tries: limits.codeTries,
  cooldownMs: limits.resendSeconds * second,
  /**
   * Messages to one phone or email, from all requesters. With `tries` they bound the guesses at the codes of a target
   * over all visitors and scenes: 25 for the codes of an hour, 50 for those of a day (ADR 217). Strangers together get a
   * smaller share, so that some always remain for the owner (ADR 10).
   */
  perTarget: [
    { limit: 5, ofStrangers: 3, windowMs: hour },
    { limit: 10, ofStrangers: 6, windowMs: day },
  ],
  /**
   * Codes of an account that are a holder's although the account does not know the browser, because a session or a way was
   * shown: beyond the share of strangers, and so few that some remain for known browsers.
   */
  elsewhere: [
    { limit: 1, windowMs: hour },
    { limit: 2, windowMs: day },
  ],
  /**
   * Number of codes sent to a target for strangers within a day, and the captcha work factor of their next one: 8 for
   * the third and fourth code, 64 for the fifth and sixth.
   */
  workOfStrangers: [
    [2, 8],
    [4, 64],
  ],
  /**
   * Messages requested from one network: five times the need of one person, for offices and carriers behind one client
   * IP.
   */
  perNetwork: [
    { limit: 50, windowMs: hour },
    { limit: 150, windowMs: day },
  ],
  /** Wrong codes per holder, target and scene within an hour, over all their codes, and the wait that follows. */
  failures: { windowMs: hour, schedule: [[10, hour]] },
} as const;
