import { hour } from '#server/platform/clock.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import type { Audit, Origin } from './audit.ts';

/**
 * Limits of refused sign-ins in the trail per hour: of one client IP (larger networks get a larger share) and of the
 * whole site. Without a limit, anybody could fill a trail that is kept for months; the log has a line for each refusal.
 */
export const refusalBudget = { perNetwork: 30, perSite: 1000, windowMs: hour } as const;

/**
 * Writes a refused sign-in to the trail while the budget lasts. The cost is the same whether or not the account exists.
 */
export async function recordRefusal(
  { audit, limiter }: { readonly audit: Audit; readonly limiter: RateLimiter },
  { accountId, origin }: { readonly accountId: string | null; readonly origin: Origin },
): Promise<void> {
  const { perNetwork, perSite, windowMs } = refusalBudget;
  const networks = networksOf(origin.clientIp).map(({ name, share }) => ({ key: `refused:${name}`, limit: perNetwork * share, windowMs }));
  const taken = await limiter.take([...networks, { key: 'refused', limit: perSite, windowMs }]);
  if (taken.ok) await audit.record({ event: 'sign-in.refused', accountId, origin });
}
