import type { SignInAttempts } from '#server/core/sign-in/password/sign-in-attempts.ts';
import type { Captcha } from '#server/platform/limits/captcha/captchas.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';

/** Protection of accounts against strangers: captchas, limits and counted attempts. */
export interface Gate {
  readonly captcha: Captcha;
  readonly limiter: RateLimiter;
  readonly attempts: SignInAttempts;
  /** Factor of every limit. */
  readonly rateFactor: number;
  /** `explicit` tells visitors that a phone or an email has no account; `strict` does not (contract 5). */
  readonly enumeration: 'strict' | 'explicit';
}
