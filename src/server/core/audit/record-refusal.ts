import { hour } from '#server/platform/clock.ts';
import { networksOf } from '#server/platform/http/client-ip.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import type { Audit, Origin } from './audit.ts';

/**
 * Refused sign-ins that the trail takes in an hour, of one address (of larger networks their share more) and of the
 * whole site. The trail is kept for months, and anybody can be refused without end; the log has a line for each.
 */
export const refusalBudget = { perNetwork: 30, perSite: 1000, windowMs: hour } as const;

/**
 * Writes a refused sign-in to the trail, while there is room. It costs the same whether the name has an account or not.
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
