import type { CaptchaScene } from '#contract/endpoint.ts';
import { signUpSteps, type SignUpStep } from '#contract/limits.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { captchaRefusal } from '#server/platform/limits/captcha/altcha.ts';
import type { Captcha } from '#server/platform/limits/captcha/captchas.ts';
import { day, hour } from '#server/platform/clock.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import type { RateLimiter, Take } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface SignUpLimitDeps {
  readonly limiter: RateLimiter;
  readonly captcha: Captcha;
  readonly rateFactor: number;
}

/** Captcha of a form that creates an account. */
export interface SignUpCaptcha {
  readonly scene: Extract<CaptchaScene, 'register' | 'upgrade'>;
  readonly validate: string | undefined;
  /** Whether the form always has a captcha, however few accounts its network created. */
  readonly isUsual: boolean;
}

/**
 * Takes the captcha of a form that creates an account, with the work that its network's next account costs. Before the
 * form spends anything, so that the same form can be sent again after a request for more work. Returns the work, for
 * `takeSignUp`.
 * @throws {Refusal} captchaFailed, with `data.work` when more is needed; signUpLimit; the verdict of an anti-cheat:
 * unsafeRegistration for a registration, antiCheating for an upgrade
 */
export async function takeSignUpCaptcha(
  deps: SignUpLimitDeps,
  visit: Pick<Visit, 'clientIp' | 'country'>,
  { scene, validate, isUsual }: SignUpCaptcha,
): Promise<CaptchaWork> {
  const { work } = await nextStep(deps, visit);
  if (work === 1 && !isUsual) return 1;
  try {
    return await deps.captcha.verify(validate, scene, visit, { work });
  } catch (error) {
    const isUnsafe = scene === 'register' && error instanceof Refusal && error.refusal === 'antiCheating';
    throw isUnsafe ? new Refusal('unsafeRegistration', { reason: 'the anti-cheat reports fraud' }) : error;
  }
}

/**
 * Takes one of the client IP's places for new accounts, of any kind, that this work pays for.
 * @throws {Refusal} captchaFailed with `data.work` when concurrent sign-ups raised the price; signUpLimit
 */
export async function takeSignUp(deps: SignUpLimitDeps, visit: Pick<Visit, 'clientIp'>, work: CaptchaWork): Promise<void> {
  const paid = paidStep(work);
  if ((await deps.limiter.take(takesOf(deps, visit, paid))).ok) return;
  const next = await nextStep(deps, visit);
  if (next.work > work) throw captchaRefusal('others of the network were first', { work: next.work });
  // A place became free between the two checks.
  await takeSignUp(deps, visit, work);
}

/** Highest step that this work pays for. */
function paidStep(work: CaptchaWork): SignUpStep {
  const paid = signUpSteps.findLast((step) => step.work <= work);
  if (paid === undefined) throw new Error('the first step costs the usual work');
  return paid;
}

/** Step of the next account from this client IP. */
async function nextStep(deps: SignUpLimitDeps, visit: Pick<Visit, 'clientIp'>): Promise<SignUpStep> {
  let retryAfter = 0;
  for (const step of signUpSteps) {
    const place = await deps.limiter.look(takesOf(deps, visit, step));
    if (place.ok) return step;
    retryAfter = place.retryAfterSeconds;
  }
  throw new Refusal('signUpLimit', { retryAfter });
}

function takesOf({ rateFactor }: SignUpLimitDeps, { clientIp }: Pick<Visit, 'clientIp'>, { perHour, perDay }: SignUpStep): readonly Take[] {
  const take = (limit: number, windowMs: number): Take => ({ key: `sign-ups:${windowMs}`, limit: limit * rateFactor, windowMs });
  return networkTakes(clientIp, take(perHour, hour), take(perDay, day));
}
