import type { Visit } from '#server/core/sessions/visit.ts';
import { day, hour } from '#server/platform/clock.ts';
import { networkOf } from '#server/platform/http/address.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface SignUpLimitDeps {
  readonly limiter: RateLimiter;
  readonly settings: { readonly rateFactor: number };
}

/** Accounts made from one network: a household or a classroom, not a farm. */
const signUpLimits = [
  { limit: 3, windowMs: hour },
  { limit: 5, windowMs: day },
] as const;

/**
 * Takes one of the places that a network has for new accounts, however they are made.
 * @throws {Refusal} signUpLimit
 */
export async function takeSignUp({ limiter, settings }: SignUpLimitDeps, { address }: Pick<Visit, 'address'>): Promise<void> {
  const network = networkOf(address);
  const takes = signUpLimits.map(({ limit, windowMs }) => ({
    key: `sign-ups:${windowMs}:${network}`,
    limit: limit * settings.rateFactor,
    windowMs,
  }));
  const taken = await limiter.take(takes);
  if (!taken.ok) throw new Refusal('signUpLimit', { retryAfter: taken.retryAfterSeconds });
}
