import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { day, hour } from '#server/platform/clock.ts';
import { networkTakes } from '#server/platform/limits/rate-limit/network-takes.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';

/**
 * Budgets per person (account or browser) and per client IP, which several people may share. Searches count after the
 * right code: wrong ones have their own limit. Upgrades, merges and releases count when both sides are proven.
 */
const budgets = {
  search: { perPerson: 5, perNetwork: 15, windowMs: hour },
  bind: { perPerson: 10, perNetwork: 30, windowMs: day },
} as const;

/** @throws {Refusal} tooFrequent with the seconds to wait */
export async function countUpgrade(
  { store: { db }, gate: { limiter, rateFactor } }: Pick<UpgradeDeps, 'store' | 'gate'>,
  { visit, session }: Caller,
  what: keyof typeof budgets,
): Promise<void> {
  const { perPerson, perNetwork, windowMs } = budgets[what];
  const key =
    session === undefined
      ? `upgrade-${what}:visitor:${visit.visitor}`
      : limitKey(`upgrade-${what}`, await countedFor(db, { accountId: session.accountId, browser: visit.browser }));
  const taken = await limiter.take([
    { key, limit: perPerson * rateFactor, windowMs },
    ...networkTakes(visit.clientIp, { key: `upgrade-${what}`, limit: perNetwork * rateFactor, windowMs }),
  ]);
  if (!taken.ok) throw new Refusal('tooFrequent', { retryAfter: taken.retryAfterSeconds, reason: `too many of: ${what}` });
}
