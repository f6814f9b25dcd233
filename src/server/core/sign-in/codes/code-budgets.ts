import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import { limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { captchaRefusal } from '#server/platform/limits/captcha/altcha.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Lanes } from '#server/platform/sending/outbox/lanes.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { codePolicy, laneOf, type CodeAsker, type CodeBinding } from './code-policy.ts';
import type { CodeRows, MadeCode, StoredCodeBinding } from './codes.repository.ts';

/** Age and number limits of the codes that count for the next one. */
const deciding = {
  ageMs: Math.max(...codePolicy.perTarget.map(({ windowMs }) => windowMs)),
  count: Math.max(...codePolicy.perTarget.map(({ limit }) => limit)),
};

export interface CodeBudgetsDeps {
  readonly rows: CodeRows;
  readonly limiter: RateLimiter;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly rateFactor: number;
}

/** Selects the site's budget for a code. */
interface LaneUse extends Pick<CodeBinding, 'channel' | 'scene'> {
  readonly asker: CodeAsker;
}

interface Payment extends Pick<LaneUse, 'asker'> {
  /** Work of the solved captcha; undefined when none was required. */
  readonly paid?: CaptchaWork | undefined;
}

/** Limits of codes per network, site and target, and the price of the next one. */
export function createCodeBudgets({ rows, limiter, lanes, clock, rateFactor }: CodeBudgetsDeps) {
  async function takeOfNetwork({ clientIp }: { readonly clientIp: string }): Promise<void> {
    const taken = await limiter.take(
      networkTakes(
        clientIp,
        ...codePolicy.perNetwork.map(({ limit, windowMs }) => ({ key: `codes:network:${windowMs}`, limit: limit * rateFactor, windowMs })),
      ),
    );
    if (!taken.ok) throw new Refusal('codeLimit', { retryAfter: taken.retryAfterSeconds, reason: 'network budget' });
  }

  /** Whether a browser that the account does not know asks as a holder. */
  async function takeElsewhere(accountId: string): Promise<boolean> {
    const key = limitKey('codes-elsewhere', accountId);
    const takes = codePolicy.elsewhere.map(({ limit, windowMs }) => ({ key: `${key}:${windowMs}`, limit: limit * rateFactor, windowMs }));
    return (await limiter.take(takes)).ok;
  }

  /** Checked before anything that depends on the target, so that everybody in a lane gets the same answer. */
  async function refuseFullLane({ channel, scene, asker }: LaneUse): Promise<void> {
    const retryAfter = await lanes.waitFor(channel, laneOf[scene][asker]);
    if (retryAfter !== undefined) throw new Refusal('codeLimit', { retryAfter, reason: 'site budget' });
  }

  async function priceAt({ asker }: Pick<LaneUse, 'asker'>, targetHashes: readonly string[]): Promise<CaptchaWork> {
    if (asker === 'holder') return 1;
    const made = await rows.madeSince({ targetHashes, since: clock.now() - deciding.ageMs, limit: deciding.count * rateFactor });
    const before = made.filter((code) => code.asker === 'stranger').length / rateFactor;
    return codePolicy.workOfStrangers.findLast(([from]) => before >= from)?.[1] ?? 1;
  }

  /** Under the lock of the target, so that concurrent strangers each pay the price of their turn. */
  async function refuseUnderpaid({ asker, paid }: Payment, targetHashes: readonly string[]): Promise<void> {
    if (paid === undefined) return;
    const price = await priceAt({ asker }, targetHashes);
    if (price > paid) throw captchaRefusal('others came first', { work: price });
  }

  /** Exact, because it counts the codes themselves, for one sender at a time. */
  async function refuseBeyond({ where, asker, at }: { where: StoredCodeBinding; asker: CodeAsker; at: number }): Promise<void> {
    const made = await rows.madeSince({ targetHashes: where.targetHashes, since: at - deciding.ageMs, limit: deciding.count * rateFactor });
    const ofStrangers = made.filter((code) => code.asker === 'stranger');
    const freeAt = codePolicy.perTarget.flatMap(({ limit, ofStrangers: share, windowMs }) => [
      freeFrom(made, limit * rateFactor, windowMs),
      asker === 'stranger' ? freeFrom(ofStrangers, share * rateFactor, windowMs) : 0,
    ]);
    const latest = Math.max(...freeAt);
    if (latest <= at) return;
    throw new Refusal(where.channel === 'sms' ? 'codeLimit' : 'mailLimit', {
      retryAfter: secondsUntil(latest, at),
      reason: 'target budget',
    });
  }

  return { takeOfNetwork, takeElsewhere, refuseFullLane, priceAt, refuseUnderpaid, refuseBeyond };
}

/** Time when the oldest of the last `limit` codes stops counting; 0 with fewer codes. */
function freeFrom(made: readonly MadeCode[], limit: number, windowMs: number): number {
  const oldestThatCounts = made[limit - 1];
  return oldestThatCounts === undefined ? 0 : oldestThatCounts.at + windowMs;
}

export function secondsUntil(then: number, at: number): number {
  return Math.ceil((then - at) / 1000);
}
