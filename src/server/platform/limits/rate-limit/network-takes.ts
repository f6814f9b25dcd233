import { networksOf } from '#server/platform/http/requests/client-ip.ts';
import type { Take } from './rate-limiter.ts';

/**
 * The places that one client IP takes in its limits: the share of each of its networks (ADR 42), smallest network
 * first, so that a client over its own limit takes no places of its neighbors. Every limit per client IP uses this.
 * `key` names the limited action.
 */
export function networkTakes(address: string, ...limits: readonly Take[]): readonly Take[] {
  return networksOf(address).flatMap(({ name, share }) =>
    limits.map(({ key, limit, windowMs }) => ({ key: `${key}:${name}`, limit: limit * share, windowMs })),
  );
}
